<#
.SYNOPSIS
Installs a build as a person would, tries it, installs it over itself, removes it: one line a check.

.PARAMETER Setup
The installer, desktop-agent-VERSION-windows-MACHINE-setup.exe.

.DESCRIPTION
Ends with the number of checks that failed. It needs a desktop, but nobody at it, and takes the place
of a Desktop Agent that this person has installed. Settings go into a temporary folder.
#>
[CmdletBinding()]
param([Parameter(Mandatory)] [string] $Setup)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$Setup = (Resolve-Path $Setup).Path
$Place = Join-Path $env:LOCALAPPDATA 'Programs\Desktop Agent'
$Console = Join-Path $Place 'desktop-agent.exe'
$Window = Join-Path $Place 'Desktop Agent.exe'
$Person = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
$Silent = @('/VERYSILENT', '/SUPPRESSMSGBOXES', '/NORESTART', '/CURRENTUSER')
$env:DESKTOP_AGENT_HOME = $Person
$script:Failed = 0

function Test-Step {
    param([string] $Name, [scriptblock] $Check)
    try {
        $said = & $Check
        Write-Output ('ok      {0}: {1}' -f $Name, ($said -join ' '))
    }
    catch {
        $script:Failed++
        Write-Output ('FAILED  {0}: {1}' -f $Name, $_)
    }
}

function Assert-That {
    param([bool] $Holds, [string] $Otherwise)
    if (-not $Holds) { throw $Otherwise }
}

function Install-Build {
    param([string[]] $More = @())
    $done = Start-Process $Setup -ArgumentList ($Silent + $More) -Wait -PassThru
    Assert-That ($done.ExitCode -eq 0) "the installer ended with status $($done.ExitCode)"
}

# The window, when it stands on the screen.
function Open-Window {
    $process = Start-Process $Window -PassThru
    for ($tries = 0; $tries -lt 300; $tries++) {
        $process.Refresh()
        if ($process.HasExited) { throw "the window ended with status $($process.ExitCode)" }
        if ($process.MainWindowHandle -ne 0) { return $process }
        Start-Sleep -Milliseconds 100
    }
    throw 'no window in 30 seconds'
}

function Close-Window {
    param([Diagnostics.Process] $Process)
    $Process.CloseMainWindow() | Out-Null
    Assert-That ($Process.WaitForExit(30000)) 'it does not close'
    Assert-That ($Process.ExitCode -eq 0) "it ended with status $($Process.ExitCode)"
}

function Get-PersonPath { [Environment]::GetEnvironmentVariable('Path', 'User') -split ';' }

Test-Step 'installs without rights of an administrator' {
    Install-Build @('/TASKS=path')
    Assert-That (Test-Path $Window) 'the program is not there'
    $Place
}
Test-Step 'tells its version' {
    $said = & $Console --version
    Assert-That ($LASTEXITCODE -eq 0 -and $said -match '^Desktop Agent \d') "it said: $said"
    $said
}
Test-Step 'examines itself, keyring included' {
    # its status says too that no model is there
    $said = (& $Console doctor | Out-String)
    Assert-That ($said -match '(?i)keyring') "it said: $said"
    "status $LASTEXITCODE"
}
Test-Step 'has its resources' {
    foreach ($name in 'resources\icons\logo.svg', 'sbom.cdx.json', 'THIRD-PARTY-NOTICES') {
        Assert-That (Test-Path (Join-Path $Place "_internal\$name")) "$name is missing"
    }
}
Test-Step 'opens and closes its window' {
    $watch = [Diagnostics.Stopwatch]::StartNew()
    $process = Open-Window
    $opened = $watch.ElapsedMilliseconds
    Start-Sleep -Seconds 3
    Close-Window $process
    "window after $opened ms"
}
Test-Step 'stands on the PATH once, and knows its files' {
    Install-Build
    $times = @(Get-PersonPath | Where-Object { $_ -eq $Place }).Count
    Assert-That ($times -eq 1) "it stands there $times times"
    $opens = (Get-ItemProperty 'HKCU:\Software\Classes\DesktopAgent.Run\shell\open\command').'(default)'
    Assert-That ($opens -like "*Desktop Agent.exe*%1*") "files are opened by: $opens"
}
Test-Step 'an installer asks the open window to close' {
    $process = Open-Window
    Install-Build
    Assert-That $process.HasExited 'it is still open'
    & $Console --version
}
Test-Step 'is removed, and what the person made stays' {
    $done = Start-Process (Join-Path $Place 'unins000.exe') -ArgumentList $Silent[0..2] -Wait -PassThru
    Assert-That ($done.ExitCode -eq 0) "it ended with status $($done.ExitCode)"
    Start-Sleep -Seconds 3 # the uninstaller removes itself at last
    Assert-That (-not (Test-Path $Window)) 'the program is still there'
    Assert-That ((Get-PersonPath) -notcontains $Place) 'it still stands on the PATH'
    Assert-That (Test-Path $Person) 'the folder of the person is gone'
}
Remove-Item $Person -Recurse -Force -ErrorAction SilentlyContinue
exit $script:Failed
