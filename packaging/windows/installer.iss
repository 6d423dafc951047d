; The installer of Desktop Agent, for Inno Setup 6.3 or later. build.ps1 calls it:
;   iscc /DAppVersion=0.1.0 /DSource=C:\checkout\dist\desktop-agent /DMachine=amd64 installer.iss
; For the person alone and without rights of an administrator; for everybody with /ALLUSERS. Settings,
; conversations and keys lie elsewhere, and stay when the program is replaced or removed.
#ifndef AppVersion
  #error AppVersion is not given: /DAppVersion=0.1.0
#endif
#ifndef Source
  #error Source is not given: /DSource=folder, the folder that PyInstaller has made
#endif
#ifndef Machine
  #define Machine "amd64"
#endif
#define AppName "Desktop Agent"
#define Window "Desktop Agent.exe"
#define Console "desktop-agent.exe"
#define RunType "DesktopAgent.Run"

[Setup]
; never to be changed: by it a later version finds this one
AppId={{7E0C2B0E-6C6B-4C53-9D1B-2C3F5B7D8A41}
AppName={#AppName}
AppVersion={#AppVersion}
AppVerName={#AppName} {#AppVersion}
AppPublisher=The Desktop Agent contributors
VersionInfoVersion={#AppVersion}
VersionInfoDescription={#AppName} Setup
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=commandline
; Windows 10 1809, the oldest that Qt 6 runs on
MinVersion=10.0.17763
#if Machine == "arm64"
ArchitecturesAllowed=arm64
ArchitecturesInstallIn64BitMode=arm64
#else
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
#endif
DefaultDirName={autopf}\{#AppName}
DisableProgramGroupPage=yes
DisableDirPage=auto
UninstallDisplayName={#AppName}
UninstallDisplayIcon={app}\{#Window}
; asks a window that is open to close, as Windows does when it shuts down: runs are kept
CloseApplications=yes
RestartApplications=no
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
OutputBaseFilename=desktop-agent-{#AppVersion}-setup

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktop"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "path"; Description: "Use the command desktop-agent in terminals (adds the folder to PATH)"; GroupDescription: "Terminal:"; Flags: unchecked

[InstallDelete]
; what the version before had and this one has not
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Source}\{#Window}"; DestDir: "{app}"; Flags: ignoreversion
Source: "{#Source}\{#Console}"; DestDir: "{app}"; Flags: ignoreversion
Source: "{#Source}\_internal\*"; DestDir: "{app}\_internal"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\{#AppName}"; Filename: "{app}\{#Window}"
Name: "{autodesktop}\{#AppName}"; Filename: "{app}\{#Window}"; Tasks: desktop

[Registry]
Root: HKA; Subkey: "Software\Classes\.agentrun"; ValueType: string; ValueName: "Content Type"; ValueData: "application/vnd.desktop-agent.run+zip"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\.agentrun\OpenWithProgids"; ValueType: string; ValueName: "{#RunType}"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\{#RunType}"; ValueType: string; ValueName: ""; ValueData: "{#AppName} run"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#RunType}\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\{#Window},0"
Root: HKA; Subkey: "Software\Classes\{#RunType}\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\{#Window}"" ""%1"""

[Run]
Filename: "{app}\{#Window}"; Description: "{cm:LaunchProgram,{#AppName}}"; Flags: nowait postinstall skipifsilent

[Code]
const
  ForOneself = $12; { fmOpenReadWrite and fmShareExclusive: to read and write, and nobody else }

function PathKey: String;
begin
  if IsAdminInstallMode then
    Result := 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
  else
    Result := 'Environment';
end;

{ Gives the list without the folder, however often it stands there. }
function Without(Folders, Folder: String): String;
var
  Place: Integer;
begin
  Result := ';' + Folders + ';';
  Place := Pos(';' + Lowercase(Folder) + ';', Lowercase(Result));
  while Place > 0 do begin
    Delete(Result, Place, Length(Folder) + 1);
    Place := Pos(';' + Lowercase(Folder) + ';', Lowercase(Result));
  end;
  Delete(Result, 1, 1);
  if Length(Result) > 0 then
    SetLength(Result, Length(Result) - 1);
end;

procedure ChangePath(Wanted: Boolean);
var
  Before, After: String;
begin
  Before := '';
  if not RegQueryStringValue(HKEY_AUTO, PathKey, 'Path', Before) and RegValueExists(HKEY_AUTO, PathKey, 'Path') then begin
    Log('PATH cannot be read, and stays as it is');
    Exit;
  end;
  After := Without(Before, ExpandConstant('{app}'));
  if Wanted then begin
    if (After <> '') and (After[Length(After)] <> ';') then
      After := After + ';';
    After := After + ExpandConstant('{app}');
  end;
  if After <> Before then
    if not RegWriteExpandStringValue(HKEY_AUTO, PathKey, 'Path', After) then
      Log('PATH cannot be changed');
end;

procedure CurStepChanged(Step: TSetupStep);
begin
  if Step = ssPostInstall then
    ChangePath(WizardIsTaskSelected('path'));
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if Step = usUninstall then
    ChangePath(False);
end;

{ A program that runs can be read, but not written to. }
function IsRunning(Executable: String): Boolean;
var
  Stream: TFileStream;
begin
  Result := False;
  if not FileExists(Executable) then
    Exit;
  try
    Stream := TFileStream.Create(Executable, ForOneself);
    Stream.Free;
  except
    Result := True;
  end;
end;

function InitializeUninstall: Boolean;
begin
  Result := True;
  while Result and (IsRunning(ExpandConstant('{app}\{#Window}')) or IsRunning(ExpandConstant('{app}\{#Console}'))) do
    Result := SuppressibleMsgBox('{#AppName} is open. Close it, then go on.', mbError, MB_RETRYCANCEL, IDCANCEL) = IDRETRY;
end;
