#!/bin/sh
# The browser tests need Chromium, best without windows, which opens a page in less than half the processor time. On
# Debian as root it is installed; beside a Chromium only if that changes no other package. Elsewhere we say what to
# install.
best=chromium-headless-shell
command -v "$best" >/dev/null && exit 0
can_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null; then
    if can_install && apt-get install --simulate "$best" 2>/dev/null | grep -q "^0 upgraded, 1 newly installed, 0 to remove"; then
      apt-get install -y -qq "$best" >/dev/null 2>&1
    fi
    exit 0
  fi
done
if can_install; then
  apt-get update -qq
  for name in "$best" chromium; do
    apt-get install -y -qq "$name" >/dev/null && exit 0
  done
fi
echo "The browser tests need Chromium: install the package 'chromium' (Debian, Fedora, Arch) or Google Chrome, then run make test again." >&2
exit 1
