<#
.SYNOPSIS
Builds Desktop Agent for Windows.

.DESCRIPTION
Makes dist\desktop-agent (one folder), and from it
  desktop-agent-VERSION-windows-MACHINE.zip         to unpack anywhere
  desktop-agent-VERSION-windows-MACHINE-setup.exe   where Inno Setup 6 (iscc) is installed
  desktop-agent-VERSION-windows-MACHINE.sbom.json   what it contains (CycloneDX)

With a certificate the programs, the libraries that nobody has signed, and the installer are signed
by signtool (Windows SDK):
  SIGN_CERTIFICATE            a .pfx file, its password in SIGN_PASSWORD; or
  SIGN_THUMBPRINT             a certificate of the person's store, a hardware key too
  SIGN_TIMESTAMP              the server of time stamps, http://timestamp.digicert.com if left out

.PARAMETER Dist
Where to put it all.

.PARAMETER PackOnly
Packs the folder that is there already.
#>
[CmdletBinding()]
param(
    [string] $Dist = 'dist',
    [switch] $PackOnly
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$Root = (Resolve-Path (Join-Path $PSScriptRoot '..\..')).Path
Set-Location $Root
New-Item -ItemType Directory -Force $Dist | Out-Null
$Dist = (Resolve-Path $Dist).Path
$Venv = Join-Path $Root '.venv-freeze'
$Python = Join-Path $Venv 'Scripts\python.exe'
$Work = Join-Path $Root 'build\windows'
$Folder = Join-Path $Dist 'desktop-agent'

# A program that fails ends the script: PowerShell alone would go on.
function Invoke-Program {
    param([string] $Program, [string[]] $Arguments)
    & $Program @Arguments
    if ($LASTEXITCODE -ne 0) {
        throw "$Program ended with status $LASTEXITCODE"
    }
}

# A program by its name on the PATH, else in the folders where it is installed; nothing if there is none.
function Find-Program {
    param([string] $Name, [string[]] $Places)
    $command = Get-Command $Name -CommandType Application -ErrorAction SilentlyContinue |
        Select-Object -First 1
    if ($command) { return $command.Source }
    $found = $Places | Where-Object { $_ } | ForEach-Object { Get-Item $_ -ErrorAction SilentlyContinue } |
        Sort-Object FullName | Select-Object -Last 1
    if ($found) { return $found.FullName }
}

# The environment of the lock file alone, made anew when that has changed.
function Initialize-Environment {
    $lock = Join-Path $Root 'requirements-freeze.lock'
    $stamp = Join-Path $Venv '.made-for-freeze'
    $sum = (Get-FileHash $lock).Hash
    if ((Test-Path $stamp) -and (Get-Content $stamp -Raw).Trim() -eq $sum) { return }
    $found = Find-Program 'python' @()
    if (-not $found) { throw 'Python 3.11 is needed on the PATH: https://www.python.org/downloads/windows/' }
    $own = & $found -c 'import sys; print("%d.%d" % sys.version_info[:2])'
    if ($own -ne '3.11') { throw "Python 3.11 is needed on the PATH, and this is $own." }
    if (Test-Path $Venv) { Remove-Item $Venv -Recurse -Force }
    Invoke-Program $found @('-m', 'venv', $Venv)
    Invoke-Program $Python @('-m', 'pip', 'install', '--quiet', '--disable-pip-version-check',
        '--require-hashes', '-r', $lock)
    Set-Content $stamp $sum
}

function Get-SignArgument {
    $stamps = if ($env:SIGN_TIMESTAMP) { $env:SIGN_TIMESTAMP } else { 'http://timestamp.digicert.com' }
    $arguments = @('sign', '/q', '/fd', 'SHA256', '/td', 'SHA256', '/tr', $stamps, '/d', 'Desktop Agent')
    if ($env:SIGN_CERTIFICATE) {
        $arguments += @('/f', $env:SIGN_CERTIFICATE)
        if ($env:SIGN_PASSWORD) { $arguments += @('/p', $env:SIGN_PASSWORD) }
    }
    else {
        $arguments += @('/sha1', $env:SIGN_THUMBPRINT)
    }
    return $arguments
}

# Signs files, a hundred at a time; those that bear a signature that holds keep it.
function Set-Signature {
    param([string[]] $Files)
    if (-not ($env:SIGN_CERTIFICATE -or $env:SIGN_THUMBPRINT)) {
        Write-Warning 'Not signed: neither SIGN_CERTIFICATE nor SIGN_THUMBPRINT is set.'
        return
    }
    $signtool = Find-Program 'signtool' @("${env:ProgramFiles(x86)}\Windows Kits\10\bin\*\x64\signtool.exe")
    if (-not $signtool) { throw 'signtool is needed to sign: install the Windows SDK.' }
    $bare = @($Files | Where-Object { (Get-AuthenticodeSignature -LiteralPath $_).Status -ne 'Valid' })
    for ($first = 0; $first -lt $bare.Count; $first += 100) {
        $last = [Math]::Min($first + 99, $bare.Count - 1)
        Invoke-Program $signtool (@(Get-SignArgument) + $bare[$first..$last])
    }
}

function New-Folder {
    Write-Information 'Freezing ...' -InformationAction Continue
    $pictures = Join-Path $Work 'pictures'
    $env:QT_QPA_PLATFORM = 'offscreen'
    Invoke-Program $Python @('packaging\linux\icons.py', 'resources\icons\logo.svg', $pictures)
    Remove-Item Env:\QT_QPA_PLATFORM
    $env:FREEZE_ICON = Join-Path $pictures '512x512\apps\desktop-agent.png'
    $env:PYTHONHASHSEED = '1'
    Invoke-Program $Python @('-m', 'PyInstaller', '--noconfirm', '--log-level', 'WARN',
        '--distpath', $Dist, '--workpath', (Join-Path $Work 'freeze'), 'installer.spec')
    Set-Signature @(Get-ChildItem $Folder -Recurse -File |
            Where-Object { $_.Extension -in '.exe', '.dll', '.pyd' } | ForEach-Object FullName)
}

$pattern = '^__version__ = "(.+)"$'
$Version = (Select-String -Path 'desktop_agent\__init__.py' -Pattern $pattern).Matches[0].Groups[1].Value
# as the program names it to the place of updates
$Machine = $env:PROCESSOR_ARCHITECTURE.ToLowerInvariant()
$Name = "desktop-agent-$Version-windows-$Machine"
if (-not $env:SOURCE_DATE_EPOCH) {
    $git = Find-Program 'git' @()
    if ($git) { $env:SOURCE_DATE_EPOCH = & $git log -1 '--format=%ct' }
}

Initialize-Environment
New-Item -ItemType Directory -Force $Work | Out-Null
if (-not $PackOnly) { New-Folder }
Copy-Item (Join-Path $Folder '_internal\sbom.cdx.json') (Join-Path $Dist "$Name.sbom.json") -Force

Write-Information "Packing $Name.zip ..." -InformationAction Continue
Compress-Archive -Path $Folder -DestinationPath (Join-Path $Dist "$Name.zip") -Force

$iscc = Find-Program 'iscc' @("${env:ProgramFiles(x86)}\Inno Setup 6\ISCC.exe",
    "$env:ProgramFiles\Inno Setup 6\ISCC.exe", "$env:LOCALAPPDATA\Programs\Inno Setup 6\ISCC.exe")
if ($iscc) {
    Invoke-Program $iscc @('/Qp', "/DAppVersion=$Version", "/DSource=$Folder", "/DMachine=$Machine",
        "/O$Dist", "/F$Name-setup", 'packaging\windows\installer.iss')
    Set-Signature @(Join-Path $Dist "$Name-setup.exe")
}
else {
    Write-Warning 'No installer: Inno Setup 6 (iscc) is not installed.'
}
Get-ChildItem $Dist -File -Filter 'desktop-agent-*' |
    ForEach-Object { '{0,8:N1} MiB  {1}' -f ($_.Length / 1048576), $_.Name }
