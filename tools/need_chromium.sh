#!/bin/sh
# The browser tests need Chromium, best without windows. On Debian as root it is installed; elsewhere we say what to
# install.
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq
  for name in chromium-headless-shell chromium; do
    apt-get install -y -qq "$name" >/dev/null && exit 0
  done
fi
echo "The browser tests need Chromium: install the package 'chromium' (Debian, Fedora, Arch) or Google Chrome, then run make test again." >&2
exit 1
