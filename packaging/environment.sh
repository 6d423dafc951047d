#!/bin/sh
# Sets up everything that `make run`, `make test`, `make bench` and `make package` need, beside the
# Makefile: in .venv, or for a build in .venv-freeze, which holds nothing that a build has no use for.
# Usage: environment.sh run|test|bench|freeze
# Does nothing when the lock file has not changed since the last time.
set -eu
cd "$(dirname "$0")/.."

purpose=$1
folder=.venv
case "$purpose" in
run) lock=requirements.lock ;;
test) lock=requirements-dev.lock ;;
bench) lock=requirements-bench.lock ;;
freeze) lock=requirements-freeze.lock folder=.venv-freeze ;;
*) echo "usage: environment.sh run|test|bench|freeze" >&2; exit 2 ;;
esac

# What Qt needs of the system (Debian and Ubuntu names), and what the tests use when they find it.
qt_packages="libgl1 libegl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0 fonts-dejavu-core
 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-xkb1 libxcb-shape0 libxcb-image0
 libxcb-render-util0 libxkbcommon-x11-0"
test_packages="dbus gnome-keyring"

# uv has authorities of its own; those of the system are to count, as they do for pip. Versions differ in
# the name of the variable. Whoever has set one of them has decided.
if [ -z "${UV_SYSTEM_CERTS+set}${UV_NATIVE_TLS+set}" ]; then
    export UV_SYSTEM_CERTS=true UV_NATIVE_TLS=true
fi

say() { printf '%s\n' "$*" >&2; }

as_one_line() { printf '%s' "$*" | tr -s ' \n' ' '; }

# install_packages WHY PACKAGE...: installs where we may, else names the line to copy and gives up.
install_packages() {
    why=$1
    shift
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Installing system packages ($why) …"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq >/dev/null 2>&1 || true
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    else
        say "$why. Install it with this line (Debian, Ubuntu), then try again:"
        say "  sudo apt-get install -y $(as_one_line "$@")"
        return 1
    fi
}

find_python() {
    for name in python3 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && "$name" -c \
            'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; then
            command -v "$name"
            return
        fi
    done
    say "Desktop Agent needs Python 3.11, 3.12 or 3.13, and none of them is on the PATH."
    say "  sudo apt-get install -y python3 python3-venv"
    return 1
}

make_venv() {
    python=$(find_python)
    say "Making the environment in $folder with $("$python" --version) …"
    if ! "$python" -m venv "$folder" >/dev/null 2>&1; then
        rm -rf "$folder"
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        install_packages "Python lacks its venv module" "python$version-venv"
        "$python" -m venv "$folder"
    fi
}

# Qt's libraries that the system lacks, one a line; nothing on systems other than Linux.
missing_libraries() {
    [ "$(uname)" = Linux ] || return 0
    qt=$("$folder"/bin/python -c 'import PySide6; print(PySide6.__path__[0])')
    ldd "$qt"/QtWidgets.abi3.so "$qt"/Qt/plugins/platforms/libqxcb.so 2>/dev/null |
        awk '/not found/ && !/libQt6|libpyside|libshiboken/ { print $1 }' | sort -u
}

[ -x "$folder"/bin/python ] && "$folder"/bin/python -c '' 2>/dev/null || { rm -rf "$folder"; make_venv; }

sum=$(cksum "$lock" pyproject.toml | cksum | tr -d ' ')
stamp=$folder/.made-for-$purpose
if [ "$(cat "$stamp" 2>/dev/null || true)" != "$sum" ]; then
    say "Installing the packages in $lock …"
    "$folder"/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'
    VIRTUAL_ENV="$PWD/$folder"
    export VIRTUAL_ENV
    "$folder"/bin/uv pip install --quiet --compile-bytecode --require-hashes -r "$lock"
    if [ "$purpose" != freeze ]; then # a build reads the checkout itself
        "$folder"/bin/uv pip install --quiet --no-deps --no-build-isolation --editable .
        "$folder"/bin/python -m compileall -q desktop_agent
    fi
    if [ -n "$(missing_libraries)" ]; then
        # shellcheck disable=SC2086 # the lists are words
        install_packages "Qt lacks system libraries ($(as_one_line "$(missing_libraries)"))" $qt_packages
    fi
    if [ "$folder" = .venv ] && [ "$purpose" != run ] && [ "$(id -u)" = 0 ] && ! command -v gnome-keyring-daemon >/dev/null; then
        # shellcheck disable=SC2086
        install_packages "the keyring tests use a real Secret Service" $test_packages ||
            say "The keyring tests will be skipped."
    fi
    if [ "$folder" = .venv ] && [ "$(uname)" = Linux ] && [ "$(id -u)" = 0 ] && ! command -v bwrap >/dev/null; then
        install_packages "code that a model writes runs in full Python behind bubblewrap" bubblewrap ||
            say "Without it code runs in a smaller interpreter alone."
    fi
    printf '%s' "$sum" >"$stamp"
fi
