#!/bin/sh
# Installs the .deb into a bare Debian 12 (no Python in it) and tries it there.
# Usage, as root, in the checkout: debian.sh DEB [FOLDER]
# FOLDER keeps the Debian for the next time; without it it lies in a temporary folder.
# Needs debootstrap, Xvfb, xdotool, dbus and gnome-keyring on this machine; not in the Debian.
set -eu
deb=$(realpath "$1")
cd "$(dirname "$0")/../.."
root=${2:-$(mktemp -d)/debian}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase bookworm "$root" "$mirror" >&2
cp "$deb" "$root/tmp/desktop-agent.deb"
cp /etc/resolv.conf "$root/etc/resolv.conf"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
trap 'umount "$root/proc" "$root/dev/shm"' EXIT
inside apt-get update -qq
# its dependencies and nothing that it only recommends
inside apt-get install -y -qq --no-install-recommends --reinstall /tmp/desktop-agent.deb >/dev/null
inside dpkg -s desktop-agent | sed -n 's/^\(Version\|Installed-Size\|Depends\)/\1/p'
if inside sh -c 'ls /usr/bin/python* /usr/local/bin/python*' 2>/dev/null; then
    echo "There is a Python in this Debian: it proves nothing." >&2
    exit 2
fi
echo "no Python on the PATH; $(inside sh -c 'dpkg -l | grep -c ^ii') packages installed"
grep -q localhost "$root/etc/hosts" 2>/dev/null || echo "127.0.0.1 localhost" >>"$root/etc/hosts"
# nobody: the one person without rights that is known in there and out here, where the keyring runs
status=0
.venv/bin/python packaging/smoke/smoke.py --root "$root" --user 65534 \
    ${SMOKE_PICTURES:+--pictures "$SMOKE_PICTURES"} /usr/bin/desktop-agent || status=$?
inside apt-get purge -y -qq desktop-agent >/dev/null
left=$(inside sh -c 'ls -d /usr/lib/desktop-agent /usr/bin/desktop-agent 2>/dev/null' || true)
if [ -n "$left" ]; then echo "FAILED  removing leaves: $left"; status=$((status + 1)); else echo "ok      removed without a trace"; fi
exit "$status"
