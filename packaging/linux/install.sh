#!/bin/sh
# Puts Desktop Agent into your home, for you alone: no rights of an administrator are needed.
# Usage: ./install.sh            installs, or takes the place of what is installed
#        ./install.sh --remove   takes it away; settings, conversations and keys stay
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin
# the program lies apart from its data ($data/desktop-agent), which must outlive it
program=$HOME/.local/lib/desktop-agent

refresh() { # the menus and types of files; a system without these programs looks for itself
    for command in "update-desktop-database -q $data/applications" "update-mime-database $data/mime" \
        "gtk-update-icon-cache -q -t $data/icons/hicolor"; do
        # shellcheck disable=SC2086 # words
        command -v "${command%% *}" >/dev/null && $command >/dev/null 2>&1 || true
    done
}

remove() {
    rm -rf "$program"
    rm -f "$bin/desktop-agent" "$data/applications/desktop-agent.desktop" \
        "$data/mime/packages/desktop-agent.xml" "$data/man/man1/desktop-agent.1.gz" \
        "$data/metainfo/io.github.desktop_agent.DesktopAgent.metainfo.xml" \
        "$data"/icons/hicolor/*/apps/desktop-agent.png "$data"/icons/hicolor/*/apps/desktop-agent.svg
}

case "${1:-}" in
--remove) remove; refresh; echo "Desktop Agent is removed. Your settings and conversations are still there."; exit ;;
"") ;;
*) sed -n '2,4s/^# //p' "$0" >&2; exit 2 ;;
esac

mkdir -p "$bin" "$data" "$(dirname "$program")"
rm -rf "$program.new"
cp -R "$here/desktop-agent" "$program.new"
remove
mv "$program.new" "$program"
cp -R "$here/share/." "$data/"
# a starter of menus may not look into ~/.local/bin
sed -i "s|^Exec=.*|Exec=\"$program/desktop-agent\"|;s|^TryExec=.*|TryExec=$program/desktop-agent|" \
    "$data/applications/desktop-agent.desktop"
ln -sf "$program/desktop-agent" "$bin/desktop-agent"
refresh
echo "Desktop Agent is installed: look for it among your programs, or run $bin/desktop-agent"
missing=$(LC_ALL=C ldd "$program"/_internal/PySide6/Qt/plugins/platforms/libqxcb.so \
    "$program"/_internal/PySide6/Qt/lib/libQt6XcbQpa.so.6 2>/dev/null | awk '/not found/ { print $1 }' | sort -u)
[ -z "$missing" ] || {
    echo "Your system lacks libraries that the window needs: $(printf '%s' "$missing" | tr '\n' ' ')"
    echo "On Debian and Ubuntu: sudo apt install libgl1 libegl1 libfontconfig1 libxkbcommon-x11-0 libxcb-xkb1 libxcb-shape0"
}
