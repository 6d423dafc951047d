#!/bin/sh
# Builds Desktop Agent for Linux: dist/desktop-agent (one folder), and from it
#   dist/desktop-agent-VERSION-linux-MACHINE.tar.xz   to unpack and `./install.sh`, for one person
#   dist/desktop-agent_VERSION_ARCHITECTURE.deb       for Debian, Ubuntu and their kin
#   dist/desktop-agent-VERSION-MACHINE.AppImage       where appimagetool is on the PATH
# Usage: build.sh [DIST]   DIST is where to put it all, dist/ if left out.
# PACK_ONLY=1 packs the folder that is there already; XZ_LEVEL=0 packs quickly, to try things.
# Equal sources give equal bytes: SOURCE_DATE_EPOCH is the commit's time unless it is set.
set -eu
cd "$(dirname "$0")/../.."
here=$PWD
dist=${1:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH PYTHONHASHSEED=1 LC_ALL=C TZ=UTC
umask 022

sh packaging/environment.sh freeze
python=$here/.venv-freeze/bin/python
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' desktop_agent/__init__.py)
machine=$(uname -m)
day=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)

say() { printf '%s\n' "$*" >&2; }

# What goes beside the program: menu entry, icons, type of file, description, manual.
put_share() { # FOLDER
    install -Dm644 packaging/linux/share/desktop-agent.desktop "$1/applications/desktop-agent.desktop"
    install -Dm644 packaging/linux/share/desktop-agent.xml "$1/mime/packages/desktop-agent.xml"
    mkdir -p "$1/metainfo" "$1/man/man1"
    sed "s/@VERSION@/$version/;s/@DATE@/$day/" \
        packaging/linux/share/io.github.desktop_agent.DesktopAgent.metainfo.xml.in \
        >"$1/metainfo/io.github.desktop_agent.DesktopAgent.metainfo.xml"
    sed "s/@VERSION@/$version/;s/@DATE@/$day/" packaging/linux/share/desktop-agent.1.in |
        gzip -9n >"$1/man/man1/desktop-agent.1.gz"
    QT_QPA_PLATFORM=offscreen "$python" packaging/linux/icons.py resources/icons/logo.svg "$1/icons/hicolor"
}

# Qt's ICU holds 30 MiB of data. The window asks it for the order of words in all languages, and for
# the names of time zones in its own: the rest is left out.
thin_icu() { # LIBRARY
    command -v icupkg >/dev/null || { say "ICU's data is left whole: icu-devtools is not installed."; return; }
    symbol=icudt${1##*.}_dat
    data=$work/icudt${1##*.}l.dat
    objcopy -O binary -j .rodata "$1" "$data"
    icupkg -l "$data" "$data" |
        grep -Ev '^coll/|^(zone/)?(root|pool|res_index|en|en_(US|GB|001)|zh|zh_(Han[st].*|CN))\.res$' |
        grep -E '^(zone/)?[a-z]{2,3}(_.*)?\.res$|^[a-y]+/|\.(cnv|spp|cfu)$|^(unames|cnvalias)\.icu$' >"$work/left-out.txt"
    icupkg --ignore-deps -r "$work/left-out.txt" "$data" "$work/thin.dat"
    { printf '.section .note.GNU-stack,"",@progbits\n.section .rodata\n.balign 64\n'
      printf '.globl %s\n.type %s,@object\n' "$symbol" "$symbol"
      printf '%s: .incbin "%s"\n.size %s,.-%s\n' "$symbol" "$work/thin.dat" "$symbol" "$symbol"
    } | as -o "$work/data.o"
    ld -shared -z noexecstack -soname "$(basename "$1")" -o "$1" "$work/data.o"
}

build_folder() {
    say "Freezing …"
    "$python" -m PyInstaller --noconfirm --log-level WARN --distpath "$work/dist" \
        --workpath "$work/work" installer.spec
    internal=$work/dist/desktop-agent/_internal
    # not the libraries that a wheel's maker has rewritten for it: some do not load any more after it
    find "$internal" -type f -name '*.so*' ! -path '*/PySide6/*' ! -path '*.libs/*' -exec strip -p --strip-unneeded {} +
    for library in "$internal"/PySide6/Qt/lib/libicudata.so.*; do thin_icu "$library"; done
    find "$work/dist/desktop-agent" -type d -exec chmod 755 {} +
    rm -rf "$dist/desktop-agent"
    mv "$work/dist/desktop-agent" "$dist/desktop-agent"
}

build_tar() {
    name=desktop-agent-$version-linux-$machine
    mkdir "$work/$name"
    cp -R "$dist/desktop-agent" "$work/$name/desktop-agent"
    put_share "$work/$name/share"
    install -m755 packaging/linux/install.sh "$work/$name/install.sh"
    install -m644 LICENSE "$work/$name/LICENSE"
    say "Packing $name.tar.xz …"
    tar --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner \
        --mtime="@$SOURCE_DATE_EPOCH" "$name" | xz -T1 "-${XZ_LEVEL:-6}" >"$dist/$name.tar.xz"
}

build_deb() {
    command -v dpkg-shlibdeps >/dev/null || { say "No .deb: dpkg-dev is not installed."; return; }
    architecture=$(dpkg --print-architecture)
    root=$work/deb
    library=$root/usr/lib/desktop-agent
    mkdir -p "$root/usr/lib" "$root/usr/bin" "$root/DEBIAN" "$root/usr/share/doc/desktop-agent"
    cp -R "$dist/desktop-agent" "$library"
    ln -s ../lib/desktop-agent/desktop-agent "$root/usr/bin/desktop-agent"
    put_share "$root/usr/share"
    { sed 's/^/ /;1s/^ /Desktop Agent\n\n/' LICENSE
      printf '\nWhat it contains of others: /usr/lib/desktop-agent/_internal/THIRD-PARTY-NOTICES\n'
    } >"$root/usr/share/doc/desktop-agent/copyright"
    depends=$(sh packaging/linux/depends.sh "$library")
    sed "s/@VERSION@/$version/;s/@ARCHITECTURE@/$architecture/;s/@SIZE@/$(du -sk "$root/usr" | cut -f1)/;s/@DEPENDS@/$depends/" \
        packaging/linux/control.in >"$root/DEBIAN/control"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    say "Packing desktop-agent_${version}_$architecture.deb …"
    dpkg-deb --root-owner-group -Zxz "-z${XZ_LEVEL:-6}" --threads-max=1 --build "$root" \
        "$dist/desktop-agent_${version}_$architecture.deb" >/dev/null
}

build_appimage() {
    command -v appimagetool >/dev/null || { say "No AppImage: appimagetool is not installed."; return; }
    root=$work/AppDir
    mkdir -p "$root/usr/lib"
    cp -R "$dist/desktop-agent" "$root/usr/lib/desktop-agent"
    put_share "$root/usr/share"
    cp "$root/usr/share/applications/desktop-agent.desktop" "$root/"
    cp "$root/usr/share/icons/hicolor/256x256/apps/desktop-agent.png" "$root/"
    ln -s usr/lib/desktop-agent/desktop-agent "$root/AppRun"
    appimagetool --no-appstream "$root" "$dist/desktop-agent-$version-$machine.AppImage"
}

[ -n "${PACK_ONLY:-}" ] || build_folder
build_tar
build_deb
build_appimage
say "$(du -sm "$dist/desktop-agent" | cut -f1) MiB unpacked (320 at most)"
(cd "$dist" && ls -l desktop-agent?* | awk '$5 > 4096 { printf "%8.1f MiB  %s\n", $5 / 1048576, $9 }')
