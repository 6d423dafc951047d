#!/bin/sh
# Runs words of the Makefile from a clean clone in a bare Debian 12: python3, make, certificates, and
# what these words install themselves with apt. What is not committed is not in the clone.
# Usage, as root, in the checkout: clean_room.sh [--reuse] [WORD…]   `run` and `test` if none is named
#   --reuse        takes the Debian and the environment of the last time, for a quick look; the clone is new
#   CLEAN_ROOM     the folder of the Debian, made anew unless it is reused; it is kept
#   DEBIAN_MIRROR  where packages come from, if not from where this machine has them
# `run` is to say that there is no display, and to stay open on a display that shows nothing.
# Needs debootstrap and git here. The network is this machine's, and so are apt's proxies, certificates
# and what variables SSL_CERT…, PIP_… and UV_… name. What is mounted goes away with the script.
set -eu
cd "$(dirname "$0")/.."
here=$PWD
root=${CLEAN_ROOM:-${TMPDIR:-/tmp}/desktop-agent-clean-room}
clone=/srv/desktop-agent
mark=.desktop-agent-clean-room # in the root: it is ours; not empty: it is complete

say() { printf '%s\n' "$*" >&2; }

reuse=
if [ "${1:-}" = --reuse ]; then reuse=yes; shift; fi
case "${1:-}" in -*) sed -n '2,7s/^# //p' "$0" >&2; exit 2 ;; esac
[ $# -gt 0 ] || set -- run test

# Variables to hand on, one a line, and the paths among what they say.
handed_on() { env | grep -E '^(SSL_CERT_|PIP_|UV_|(HTTPS?|NO|ALL|https?|no|all)_?(PROXY|proxy)=|[A-Z_]*CA_BUNDLE=)' || true; }
named_paths() {
    handed_on | sed 's/^[^=]*=//;s|file://||g;s/[ :]/\n/g' | grep '^/' | sort -u |
        while IFS= read -r path; do [ ! -e "$path" ] || printf '%s\n' "$path"; done
}

mirror() {
    # shellcheck disable=SC2016 # apt puts them in
    found=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
        'Codename: bookworm' 2>/dev/null | head -n 1) || found=
    printf '%s' "${DEBIAN_MIRROR:-${found:-http://deb.debian.org/debian}}"
}

make_root() {
    if [ ! -e "$root/$mark" ] && [ -n "$(ls -A "$root")" ]; then
        say "$root holds something else; CLEAN_ROOM may name another folder."
        exit 2
    fi
    find "${root:?}" -xdev -mindepth 1 -delete
    : >"$root/$mark"
    say "Making a Debian 12 in $root …"
    debootstrap --variant=minbase bookworm "$root" "$(mirror)" >"$root.log" 2>&1 || {
        tail -n 5 "$root.log" >&2
        exit 1
    }
    rm -f "$root.log"
    echo complete >"$root/$mark"
}

copy_configuration() {
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    # as Debian's installer writes it; debootstrap leaves it to that
    printf '127.0.0.1 localhost\n127.0.1.1 %s\n::1 localhost ip6-localhost ip6-loopback\n' \
        "$(hostname)" >"$root/etc/hosts"
    # proxies and tolerances of this machine, not its hooks
    apt-config dump | grep -E '^Acquire::([a-z]+::|Check-|Retries|ForceIPv)' >"$root/etc/apt/apt.conf.d/90here" || true
    mkdir -p "$root/usr/local/share/ca-certificates"
    cp -R /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
}

make_clone() {
    kept=$root/srv/environment
    rm -rf "$kept"
    if [ -n "$reuse" ] && [ -d "$root$clone/.venv" ]; then mv "$root$clone/.venv" "$kept"; fi
    rm -rf "${root:?}$clone"
    git clone --quiet --depth 1 "file://$here" "$root$clone"
    if [ -d "$kept" ]; then mv "$kept" "$root$clone/.venv"; fi
    [ -z "$(git status --porcelain --untracked-files=no)" ] || say "What is not committed stays outside."
}

# Into a mount namespace of our own: nothing stays mounted, however this ends.
if [ "${CLEAN_ROOM_INSIDE:-}" != yes ]; then
    [ "$(id -u)" = 0 ] || { say "Only root may make a root: sudo sh $0"; exit 1; }
    mkdir -p "$root"
    root=$(cd "$root" && pwd -P)
    if [ -z "$reuse" ] || [ ! -s "$root/$mark" ]; then make_root; fi
    copy_configuration
    make_clone
    CLEAN_ROOM=$root CLEAN_ROOM_INSIDE=yes exec unshare --mount --propagation private sh packaging/clean_room.sh "$@"
fi

bind() { # PATH: the same path inside, read only
    if [ -d "$1" ]; then
        mkdir -p "$root$1"
    else
        mkdir -p "$root$(dirname "$1")"
        [ -e "$root$1" ] || : >"$root$1"
    fi
    mount --bind "$1" "$root$1"
    mount -o remount,bind,ro "$root$1"
}

# The root has to be a mount of its own: what only changes its root may make no user namespace, which
# the sandbox for code needs.
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir -p "$root/.outside"
cd "$root"
in_root() { # COMMAND…: runs it in the Debian, with nothing of this machine's variables but those
    (
        set -- PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            DEBIAN_FRONTEND=noninteractive "$@"
        handed_on >"$root/tmp/variables"
        while IFS= read -r line; do set -- "$line" "$@"; done <"$root/tmp/variables"
        # shellcheck disable=SC2016 # the inner shell's
        exec unshare --mount --propagation private sh -c '
            cd "$1" && shift && pivot_root . .outside && umount -l /.outside && exec env -i "$@"
        ' sh "$root" "$@"
    )
}
in_root apt-get update -qq
in_root apt-get install -y -qq --no-install-recommends python3 make ca-certificates >/dev/null
in_root update-ca-certificates >/dev/null 2>&1
named_paths | while IFS= read -r path; do bind "$path"; done
say "$(in_root python3 --version), $(in_root dpkg-query --show | wc -l) packages"

opens() { # the window on a display that shows nothing stays until it is stopped, which is status 124
    ended=0
    in_root timeout 20 env QT_QPA_PLATFORM=offscreen make -C "$clone" --no-print-directory run || ended=$?
    [ "$ended" = 124 ]
}

failed=0
for word; do
    begun=$(date +%s)
    status=0
    if [ "$word" = run ]; then
        said=$(in_root make -C "$clone" --no-print-directory run 2>&1) || true
        printf '%s\n' "$said"
        case "$said" in *"There is no display"*) opens || status=$? ;; *) status=1 ;; esac
    else
        in_root make -C "$clone" --no-print-directory "$word" || status=$?
    fi
    if [ "$status" = 0 ]; then mark=ok; else mark=FAILED failed=$((failed + 1)); fi
    printf '%-7s make %s (%s s)\n' "$mark" "$word" "$(($(date +%s) - begun))"
done
exit "$failed"
