#!/bin/sh
# Takes the program out of a .dmg as a person would, and tries it: one line a check. Ends with the
# number of checks that failed. Usage: smoke.sh DMG   on a Mac with somebody logged in, or its CI
# shellcheck disable=SC2317 # the functions are called by `check`
set -eu
dmg=$1
work=$(mktemp -d)
export DESKTOP_AGENT_HOME="$work/person"
app="$work/Applications/Desktop Agent.app"
program="$app/Contents/MacOS/desktop-agent"
trap 'hdiutil detach -quiet "$work/disk" 2>/dev/null || true; rm -rf "$work"' EXIT
failed=0

check() { # NAME COMMAND…: what the command says last goes behind its name
    name=$1
    shift
    status=0
    said=$("$@" 2>&1) || status=$?
    if [ "$status" = 0 ]; then mark=ok; else mark=FAILED failed=$((failed + 1)); fi
    printf '%-7s %s: %s\n' "$mark" "$name" "$(printf '%s' "$said" | tail -n 1)"
}

install_app() {
    mkdir -p "$work/disk" "$work/Applications" &&
        hdiutil attach -quiet -readonly -nobrowse -mountpoint "$work/disk" "$dmg" &&
        cp -R "$work/disk/Desktop Agent.app" "$work/Applications/"
}

is_signed() { codesign --verify --deep --strict "$app" && codesign --display --verbose=1 "$app" 2>&1 | grep '^Identifier'; }

tells_its_version() { "$program" --version | grep '^Desktop Agent [0-9]'; }

# its status says too that no model is there
examines_itself() { { "$program" doctor 2>&1 || true; } | grep -i keyring; }

has_its_resources() {
    for file in resources/icons/logo.svg sbom.cdx.json THIRD-PARTY-NOTICES; do
        [ -e "$app/Contents/Resources/$file" ] || { echo "$file is missing"; return 1; }
    done
}

knows_its_files() { /usr/libexec/PlistBuddy -c 'Print :UTExportedTypeDeclarations:0:UTTypeTagSpecification' "$app/Contents/Info.plist"; }

opens_and_quits() {
    "$program" &
    process=$!
    sleep 10
    kill -0 "$process" || { echo "it ended by itself"; return 1; }
    osascript -e 'tell application id "io.github.desktop-agent.DesktopAgent" to quit' || kill -TERM "$process"
    tries=0
    while kill -0 "$process" 2>/dev/null && [ "$tries" -lt 30 ]; do sleep 1 && tries=$((tries + 1)); done
    ! kill -0 "$process" 2>/dev/null || { kill -KILL "$process"; echo "it does not quit"; return 1; }
    [ -d "$DESKTOP_AGENT_HOME" ]
}

check "is taken out of its disk image" install_app
check "is signed" is_signed
check "tells its version" tells_its_version
check "examines itself, keyring included" examines_itself
check "has its resources" has_its_resources
check "knows its files" knows_its_files
check "opens its window and quits" opens_and_quits
exit "$failed"
