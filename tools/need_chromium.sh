#!/bin/sh
# The browser tests need Chromium. On Debian as root it is installed; elsewhere we say what to install.
for name in chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq && apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "The browser tests need Chromium: install the package 'chromium' (Debian, Fedora, Arch) or Google Chrome, then run make test again." >&2
exit 1
