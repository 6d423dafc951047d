<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>AnswerAnnouncer</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/accessibility.py" />
            <source>1 source</source>
            <translation>1 个来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/accessibility.py" />
            <source>Answer ready: {0} {1}.</source>
            <translation>回答已就绪：{0} {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/accessibility.py" />
            <source>Couldn't answer the question: {0} {1}</source>
            <translation>提问失败：{0} {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/accessibility.py" />
            <source>No sources</source>
            <translation>没有来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/accessibility.py" />
            <source>Not enough evidence. {0}</source>
            <translation>证据不足。{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/accessibility.py" />
            <source>Stopped.</source>
            <translation>已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/accessibility.py" />
            <source>{0} sources</source>
            <translation>{0} 个来源</translation>
        </message>
    </context>
    <context>
        <name>ApprovalCard</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>1 of {0}</source>
            <translation>第 1 个，共 {0} 个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Allow once</source>
            <translation>允许一次</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Allow this call only (Ctrl+Enter)</source>
            <translation>仅允许此次调用 (Ctrl+Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Allow “{0}” to run {1}?</source>
            <translation>允许“{0}”运行 {1} 吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Always allow this tool</source>
            <translation>始终允许此工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Always refuse “{0}”</source>
            <translation>始终拒绝“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Arguments:</source>
            <translation>参数：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Continue without it (Esc)</source>
            <translation>不调用并继续 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Description from the server:</source>
            <translation>服务器提供的描述：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Don't allow</source>
            <translation>不允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Don't ask again for “{0}”</source>
            <translation>不再询问“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Last read: {0}</source>
            <translation>最近读取：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Let this task pause for a while?</source>
            <translation>要让此任务等待吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Never</source>
            <translation>从不允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>No arguments</source>
            <translation>无参数</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Paused until you decide. The timer is stopped.</source>
            <translation>已暂停，等待你决定。计时已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Start a background task?</source>
            <translation>要开始后台任务吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>This task has read text from outside sources, which can trick a model into calls like this one. Allow it only if you expected it.</source>
            <translation>此任务读取了外部文本，这类文本可能诱使模型发起这样的调用。仅在你确实需要时才允许。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>This tool's description has changed since you allowed it.</source>
            <translation>自你允许后，此工具的描述已更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Tool arguments</source>
            <translation>工具参数</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Tool description and arguments</source>
            <translation>工具描述和参数</translation>
        </message>
    </context>
    <context>
        <name>Approvals</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Allowed once</source>
            <translation>已允许一次</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Always allowed</source>
            <translation>已设为始终允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Asked for your permission</source>
            <translation>已请求你的许可</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Never allowed</source>
            <translation>已设为从不允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Not allowed this time</source>
            <translation>这次未允许</translation>
        </message>
    </context>
    <context>
        <name>AssistantMessage</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Answer</source>
            <translation>回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Answer, {0}</source>
            <translation>回答，{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Draft</source>
            <translation>草稿</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Quotes from the sources</source>
            <translation>来源中的引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>The model stopped answering before this answer was reviewed.</source>
            <translation>模型在审阅此回答之前停止了应答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>The model stopped answering.</source>
            <translation>模型停止了应答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Understood as: {0}</source>
            <translation>理解为：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>{0} These are quotes from the sources.</source>
            <translation>{0} 以下是来源中的引文。</translation>
        </message>
    </context>
    <context>
        <name>AttachmentChips</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Attached: {0}</source>
            <translation>附件：{0}</translation>
        </message>
    </context>
    <context>
        <name>Attachments</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>Pasted image {0}.png</source>
            <translation>粘贴的图片 {0}.png</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>Pasted text {0}.txt</source>
            <translation>粘贴的文本 {0}.txt</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>The image can't be read.</source>
            <translation>无法读取图片。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>The image {0} is damaged.</source>
            <translation>{0} 是损坏的图片。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>You can attach up to {0} files.</source>
            <translation>最多可附加 {0} 个文件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>cut off at {0} of {1} characters</source>
            <translation>已截断：保留 {0} 个字符，共 {1} 个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>scaled to {0} by {1} pixels</source>
            <translation>已缩放为 {0} × {1} 像素</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>{0} has too many pixels.</source>
            <translation>{0} 的像素过多。</translation>
        </message>
    </context>
    <context>
        <name>AttachmentsStrip</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>Attached files</source>
            <translation>附件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>Remove {0}</source>
            <translation>移除 {0}</translation>
        </message>
    </context>
    <context>
        <name>Background</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>1 scheduled question was missed</source>
            <translation>错过了 1 个定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>Ask now</source>
            <translation>立即提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>Asked in the background</source>
            <translation>已在后台提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>Moved to the background</source>
            <translation>已转到后台</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>Scheduled: {0}</source>
            <translation>已定时：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>{0} scheduled questions were missed</source>
            <translation>错过了 {0} 个定时提问</translation>
        </message>
    </context>
    <context>
        <name>Browser</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/browser.py" />
            <source>Couldn't open a browser. The address was copied.</source>
            <translation>无法打开浏览器。地址已复制。</translation>
        </message>
    </context>
    <context>
        <name>ChartDialog</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>All columns</source>
            <translation>所有列</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>Chart</source>
            <translation>图表</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>Columns</source>
            <translation>列</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>Copy as an image</source>
            <translation>复制为图片</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>Save chart</source>
            <translation>保存图表</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>chart</source>
            <translation>图表</translation>
        </message>
    </context>
    <context>
        <name>ChartView</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chart.py" />
            <source>Chart</source>
            <translation>图表</translation>
        </message>
    </context>
    <context>
        <name>ChatPage</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/chat.py" />
            <source>Wait for the answer or stop it.</source>
            <translation>请等待回答完成或将其停止。</translation>
        </message>
    </context>
    <context>
        <name>ChatView</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chat_view.py" />
            <source>Chat</source>
            <translation>对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chat_view.py" />
            <source>Jump to latest</source>
            <translation>跳到最新</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/chat_view.py" />
            <source>Jump to latest (Ctrl+End)</source>
            <translation>跳到最新 (Ctrl+End)</translation>
        </message>
    </context>
    <context>
        <name>CheatSheet</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Close find</source>
            <translation>关闭查找</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Delete (can be undone)</source>
            <translation>删除（可撤销）</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>In the chat list</source>
            <translation>在对话列表中</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Line down, line up</source>
            <translation>下一行、上一行</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>New line</source>
            <translation>换行</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Next citation, previous citation</source>
            <translation>下一处引用、上一处引用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Next match, previous match</source>
            <translation>下一处匹配、上一处匹配</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Page down, page up</source>
            <translation>下一页、上一页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Start, end</source>
            <translation>开头、末尾</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>While reading</source>
            <translation>阅读时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>While searching a chat</source>
            <translation>在对话中查找时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>While writing a question</source>
            <translation>撰写问题时</translation>
        </message>
    </context>
    <context>
        <name>Chip</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/buttons.py" />
            <source>Remove (Delete)</source>
            <translation>移除 (Delete)</translation>
        </message>
    </context>
    <context>
        <name>ClaimsView</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Checked statements</source>
            <translation>已核查的陈述</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>… and {0} more</source>
            <translation>……还有 {0} 句</translation>
        </message>
    </context>
    <context>
        <name>ClearButton</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/text_fields.py" />
            <source>Clear</source>
            <translation>清除</translation>
        </message>
    </context>
    <context>
        <name>CodeCopy</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/code_blocks.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/code_blocks.py" />
            <source>Copy this code (also in the context menu)</source>
            <translation>复制这段代码（也可用右键菜单）</translation>
        </message>
    </context>
    <context>
        <name>CommandPalette</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/command_palette.py" />
            <source>Arrow keys to choose, Enter to run, Escape to close</source>
            <translation>方向键选择，Enter 运行，Esc 关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/command_palette.py" />
            <source>Command</source>
            <translation>命令</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/command_palette.py" />
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/command_palette.py" />
            <source>No results</source>
            <translation>没有结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/command_palette.py" />
            <source>Search commands and chats</source>
            <translation>搜索命令和对话</translation>
        </message>
    </context>
    <context>
        <name>Commands</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Add a folder to your documents</source>
            <translation>将文件夹添加到文档</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Add files to your documents</source>
            <translation>将文件添加到文档</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>App</source>
            <translation>应用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ask in the background</source>
            <translation>在后台提问</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Attach files</source>
            <translation>添加附件</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Back up or restore…</source>
            <translation>备份或恢复…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Chat</source>
            <translation>对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Chats</source>
            <translation>对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check for updates</source>
            <translation>检查更新</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Command</source>
            <translation>命令</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Command palette</source>
            <translation>命令面板</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Continue in the background</source>
            <translation>在后台继续</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Copy as Markdown</source>
            <translation>复制为 Markdown</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Copy as text</source>
            <translation>复制为文本</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Delete this chat</source>
            <translation>删除此对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Discoveries</source>
            <translation>发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Export all discoveries</source>
            <translation>导出全部发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Export this chat</source>
            <translation>导出此对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Export this task</source>
            <translation>导出此任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Find in this chat</source>
            <translation>在此对话中查找</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Go to the question field</source>
            <translation>转到提问框</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Import a task</source>
            <translation>导入任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Jump to latest</source>
            <translation>跳到最新</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Keep this chat offline</source>
            <translation>让此对话离线</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Larger text</source>
            <translation>放大文字</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>MCP servers</source>
            <translation>MCP 服务器</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Network log</source>
            <translation>网络日志</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>New chat</source>
            <translation>新对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Open a recording</source>
            <translation>打开运行记录</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Pause or resume</source>
            <translation>暂停或继续</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Print this chat</source>
            <translation>打印此对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reasoning</source>
            <translation>推理过程</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Recently deleted chats</source>
            <translation>最近删除的对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reconnect to the model</source>
            <translation>重新连接模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Rename this chat</source>
            <translation>重命名此对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reset text size</source>
            <translation>重置文字大小</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Save as discovery</source>
            <translation>保存为发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Save diagnostics…</source>
            <translation>保存诊断信息…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Schedule a question…</source>
            <translation>定时提问…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search chats</source>
            <translation>搜索对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Shortcut</source>
            <translation>按键</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Side panel</source>
            <translation>侧面板</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Sidebar</source>
            <translation>侧边栏</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Smaller text</source>
            <translation>缩小文字</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Sources</source>
            <translation>来源</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Switch between light and dark</source>
            <translation>切换浅色与深色</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Undo delete</source>
            <translation>撤销删除</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>View</source>
            <translation>视图</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Work offline</source>
            <translation>离线工作</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>no shortcut</source>
            <translation>无按键</translation>
        </message>
    </context>
    <context>
        <name>Compare</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Another mode</source>
            <translation>换一种模式</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Another model</source>
            <translation>换一个模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Ask again and compare</source>
            <translation>重新提问并对比</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Changes from the first answer to the second</source>
            <translation>从第一个回答到第二个回答的更改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Compare answers</source>
            <translation>对比回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>First answer</source>
            <translation>第一个回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Same mode and model</source>
            <translation>相同的模式和模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Second answer</source>
            <translation>第二个回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Show differences</source>
            <translation>显示差异</translation>
        </message>
    </context>
    <context>
        <name>Composer</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Add a question about it.</source>
            <translation>请就此添加一个问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Attach files</source>
            <translation>添加附件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Cancel (Esc)</source>
            <translation>取消 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Cancel editing</source>
            <translation>取消编辑</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Editing an earlier question</source>
            <translation>正在编辑之前的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Keep the question unchanged (Esc)</source>
            <translation>保持问题不变 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>The queue is full.</source>
            <translation>队列已满。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Wait for the answer or stop it.</source>
            <translation>请等待回答完成或将其停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Wait until the file has been read.</source>
            <translation>请等待文件读取完成。</translation>
        </message>
    </context>
    <context>
        <name>ComposerBar</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Add to queue</source>
            <translation>加入队列</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Ask this next (Enter)</source>
            <translation>接下来提这个问题 (Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>More ways to send</source>
            <translation>更多发送方式</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Not searching the web</source>
            <translation>不搜索网络</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Not searching your documents</source>
            <translation>不搜索你的文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Searching the web</source>
            <translation>搜索网络</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Searching your documents</source>
            <translation>搜索你的文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Send (Enter)</source>
            <translation>发送 (Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Stop (Esc)</source>
            <translation>停止 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Web</source>
            <translation>网络</translation>
        </message>
    </context>
    <context>
        <name>ContextLabel</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Estimated share of the model's context</source>
            <translation>估计占模型上下文的比例</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Exceeds the model's context of {0} tokens; the oldest text is left out</source>
            <translation>超出模型 {0} 词元的上下文；最早的文本会被省略</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>context {0}% full</source>
            <translation>上下文已用 {0} %</translation>
        </message>
    </context>
    <context>
        <name>ConversationExport</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>Chat</source>
            <translation>对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>Export chat</source>
            <translation>导出对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>JSON</source>
            <translation>JSON</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>Markdown</source>
            <translation>Markdown</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>PDF</source>
            <translation>PDF</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>Web page</source>
            <translation>网页</translation>
        </message>
    </context>
    <context>
        <name>ConversationList</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>No deleted chats</source>
            <translation>没有已删除的对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>No results</source>
            <translation>没有结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Recently deleted</source>
            <translation>最近删除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Your chats appear here</source>
            <translation>你的对话会显示在这里</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>“{0}” deleted</source>
            <translation>已删除“{0}”</translation>
        </message>
    </context>
    <context>
        <name>ConversationView</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>Chats</source>
            <translation>对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>Enter to open, F2 to rename, Delete to delete, Menu for more</source>
            <translation>Enter 打开，F2 重命名，Delete 删除，菜单键显示更多</translation>
        </message>
    </context>
    <context>
        <name>Conversations</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>1 match</source>
            <translation>1 处匹配</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>New title</source>
            <translation>新标题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>Older</source>
            <translation>更早</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>Pinned</source>
            <translation>已置顶</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>Previous 7 days</source>
            <translation>过去 7 天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>Untitled</source>
            <translation>未命名</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>Yesterday</source>
            <translation>昨天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/dates.py" />
            <source>Yesterday, {0}</source>
            <translation>昨天，{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>answering now</source>
            <translation>正在回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/dates.py" />
            <source>d MMM</source>
            <translation>M月d日</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/dates.py" />
            <source>d MMM yyyy</source>
            <translation>yyyy年M月d日</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>in folder {0}</source>
            <translation>位于文件夹 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>pinned</source>
            <translation>已置顶</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>tags: {0}</source>
            <translation>标签：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>{0} matches</source>
            <translation>{0} 处匹配</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>{0} {1}</source>
            <translation>{1}年{0}</translation>
        </message>
    </context>
    <context>
        <name>Diagnosis</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>API key required</source>
            <translation>需要 API 密钥</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>An OpenAI-compatible URL usually ends in /v1.</source>
            <translation>兼容 OpenAI 的地址通常以 /v1 结尾。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>An OpenAI-compatible server</source>
            <translation>一个兼容 OpenAI 的服务器</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check that the server is running and the port is right.</source>
            <translation>请检查服务器是否在运行、端口是否正确。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check the address and the port.</source>
            <translation>请检查地址和端口。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check the server name and whether it needs http or https. Don't send a key until this is fixed.</source>
            <translation>请检查 http 或 https 以及名称。不要发送密钥。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check the spelling and your connection.</source>
            <translation>请检查拼写和网络连接。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check your network connection.</source>
            <translation>请检查网络连接。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Connected: 1 model</source>
            <translation>可用：1 个模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Connected: {0} models</source>
            <translation>可用：{0} 个模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Copy it again, or check its permissions and credit.</source>
            <translation>请重新复制密钥，或检查其权限和余额。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Enter the key above.</source>
            <translation>请在上方输入密钥。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Go online, or use Ollama on this computer.</source>
            <translation>请恢复联网，或使用本机的 Ollama。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Host not found: {0}</source>
            <translation>找不到主机：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Invalid URL: {0}</source>
            <translation>无效的地址：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>It may be busy, or blocked by a firewall.</source>
            <translation>它可能正忙，或被防火墙阻止。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>No route to {0}</source>
            <translation>无法连通 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>No secure connection (TLS) to {0}</source>
            <translation>无法与 {0} 建立安全连接 (TLS)</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Nothing is listening at {0}</source>
            <translation>{0} 上没有服务在监听</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Something is running there, but it isn't {0}</source>
            <translation>那里有响应，但不是{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Start Ollama with: ollama serve</source>
            <translation>用此命令启动 Ollama：ollama serve</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The key works, but the server is busy</source>
            <translation>密钥有效，但服务器正忙</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The server answers, but not at this path</source>
            <translation>服务器有响应，但路径不对</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The server rejected the key</source>
            <translation>服务器拒绝了密钥</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Use a format like http://127.0.0.1:11434</source>
            <translation>请按此格式填写：http://127.0.0.1:11434</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Wait a moment, then try again.</source>
            <translation>请稍等片刻再试。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Works, but there is no chat model</source>
            <translation>可用，但没有对话模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Works, but {0} is not installed</source>
            <translation>可用，但未安装 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>You are offline, and this server is not on this computer.</source>
            <translation>你处于离线状态，而此服务器不在本机上。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} didn't answer in time</source>
            <translation>{0} 未及时响应</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>{0} is running at {1}</source>
            <translation>{0} 在 {1} 响应</translation>
        </message>
    </context>
    <context>
        <name>DiscoveriesPanel</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>All tags</source>
            <translation>所有标签</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Deleted “{0}”</source>
            <translation>已删除“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Discoveries</source>
            <translation>发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Edit tags</source>
            <translation>编辑标签</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Edit tags…</source>
            <translation>编辑标签…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Enter to open the source, Ctrl+Enter to open the chat, Delete to remove</source>
            <translation>按 Enter 打开来源，Ctrl+Enter 打开对话，Delete 移除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Export discoveries</source>
            <translation>导出发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Findings you save from answers and sources appear here.</source>
            <translation>保存回答和来源中的发现，它们会显示在这里。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>No results</source>
            <translation>没有结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Open chat</source>
            <translation>打开对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Open the source</source>
            <translation>打开来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Search discoveries</source>
            <translation>搜索发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Show only one tag</source>
            <translation>只显示一个标签</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Tag</source>
            <translation>标签</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Unreadable lines in the file: {0}</source>
            <translation>文件中无法读取的行数:{0}</translation>
        </message>
    </context>
    <context>
        <name>DownloadView</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Dismiss {0}</source>
            <translation>关闭 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Download of {0}</source>
            <translation>下载 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Resume downloading {0}</source>
            <translation>继续下载 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Stop downloading {0} (Esc)</source>
            <translation>停止下载 {0} (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
    </context>
    <context>
        <name>EngineRow</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source>Move {0} down</source>
            <translation>下移 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source>Move {0} up</source>
            <translation>上移 {0}</translation>
        </message>
    </context>
    <context>
        <name>Engines</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Limited searches without a key</source>
            <translation>没有密钥时可搜索几次</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Needs a key</source>
            <translation>需要密钥</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>No key needed</source>
            <translation>无需密钥</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Your own server</source>
            <translation>你自己的服务器</translation>
        </message>
    </context>
    <context>
        <name>ErrorCard</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Answer with quotes, without a model</source>
            <translation>不用模型，以引文回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Ask a model that is available</source>
            <translation>改用可用的模型提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Ask the same question again</source>
            <translation>再次提出同一问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Download this model with Ollama, then ask again</source>
            <translation>用 Ollama 下载此模型，然后重新提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Download {0}</source>
            <translation>下载 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Error</source>
            <translation>错误</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Interrupted</source>
            <translation>已中断</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Model settings…</source>
            <translation>模型设置…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>No model available</source>
            <translation>没有可用的模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Show quotes instead</source>
            <translation>改为显示引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>This question could not be answered.</source>
            <translation>无法回答此问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Use another model</source>
            <translation>使用其他模型</translation>
        </message>
    </context>
    <context>
        <name>Evidence</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>According to {0}</source>
            <translation>据 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Agrees with the evidence</source>
            <translation>与证据一致</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Agrees with the extracted evidence</source>
            <translation>与提取的证据一致</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Candidates</source>
            <translation>候选值</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Citations: {0}</source>
            <translation>引用：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Contradicted</source>
            <translation>与来源矛盾</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Corrected to agree with the extracted evidence</source>
            <translation>已更正，与提取的证据一致</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Disagrees with the evidence</source>
            <translation>与证据不一致</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Evidence: quotes only</source>
            <translation>证据：仅有引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Evidence: {0}</source>
            <translation>证据：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Extracted from the sources: {0}</source>
            <translation>从来源中提取：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Looking for: {0}</source>
            <translation>正在查找：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Next search: “{0}”</source>
            <translation>下一次搜索：“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>No verdict; counted as “no”.</source>
            <translation>没有结论，视为否定。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Partly supported</source>
            <translation>部分支持</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Replaced with the answer from the sources</source>
            <translation>已替换为提取的答案</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Statements compared with their sources: {0}</source>
            <translation>已与来源比对的陈述：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/labels.py" />
            <source>Struck out</source>
            <translation>已删去</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Supported</source>
            <translation>获得支持</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>The model contradicted the evidence.</source>
            <translation>模型与证据相矛盾。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The stored page says otherwise.</source>
            <translation>保存的网页说法不同。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The stored page says this.</source>
            <translation>存储的网页是这样说的。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The stored page supports part of this.</source>
            <translation>存储的网页只说了其中一部分。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>This could not be confirmed from the stored page.</source>
            <translation>无法从保存的网页中证实。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Unconfirmed</source>
            <translation>未能证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Verifier, round {0}: {1}</source>
            <translation>核验，第 {0} 轮：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Verifier: {0}</source>
            <translation>核验：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>a fact of any kind</source>
            <translation>任意类型的事实</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>an artist's latest album</source>
            <translation>某位艺术家的最新专辑</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>enough found</source>
            <translation>资料已足够</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>more is needed</source>
            <translation>还需要更多资料</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>none to check</source>
            <translation>无需核查</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>the date of an event</source>
            <translation>某一事件的日期</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>the latest version of a program</source>
            <translation>某个程序的最新版本</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>who currently holds an office, title or record</source>
            <translation>目前担任某职位、拥有某头衔或纪录的人</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>who performed a song</source>
            <translation>某首歌曲的演唱者</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <location filename="../../resources/labels.toml" />
            <source>{0} contradicted</source>
            <translation>{0} 处与来源矛盾</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} not stated</source>
            <translation>{0} 句来源未提及</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} partly supported</source>
            <translation>{0} 句部分支持</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} struck out</source>
            <translation>{0} 处已删去</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <location filename="../../resources/labels.toml" />
            <source>{0} supported</source>
            <translation>{0} 句获得支持</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} unconfirmed</source>
            <translation>{0} 处未能证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} without proof</source>
            <translation>{0} 条没有依据</translation>
        </message>
    </context>
    <context>
        <name>Examples</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Example questions</source>
            <translation>示例问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>What is new in the latest Python release?</source>
            <translation>最新的 Python 版本有哪些新内容？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Who is the current world chess champion?</source>
            <translation>现任国际象棋世界冠军是谁？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Why is the sky blue, and why are sunsets red?</source>
            <translation>天空为什么是蓝色的，日落为什么是红色的？</translation>
        </message>
    </context>
    <context>
        <name>Export</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/html_format.py" />
            <location filename="../../desktop_agent/frontends/ui/export/text_formats.py" />
            <source>Attached: {0}</source>
            <translation>附件：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/save_dialog.py" />
            <source>Choose another folder, or check that the disk is not full.</source>
            <translation>请选择其他文件夹，或检查磁盘是否已满。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>Couldn't create the PDF: {0}</source>
            <translation>无法生成 PDF：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/save_dialog.py" />
            <source>Couldn't write {0}: {1}.</source>
            <translation>无法写入 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>Export as HTML and print it from a browser.</source>
            <translation>请导出为 HTML，再从浏览器打印。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Failed: {0}</source>
            <translation>失败：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Incomplete: the answer was still being written.</source>
            <translation>不完整：当时仍在撰写回答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Incomplete: the app was closed before the answer was finished.</source>
            <translation>不完整：程序在回答完成前已关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Incomplete: the model failed. {0}</source>
            <translation>不完整：模型出错。{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Not fully reviewed: the model failed. {0}</source>
            <translation>未完成审阅：模型出错。{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/html_format.py" />
            <source>Sources</source>
            <translation>来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Untitled chat</source>
            <translation>未命名对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>read</source>
            <translation>已读取</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>read {0}</source>
            <translation>读取于 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>snippet only</source>
            <translation>仅有摘要</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>{0} tokens</source>
            <translation>{0} 个 token</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/find_bar.py" />
            <source>Close (Esc)</source>
            <translation>关闭 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/find_bar.py" />
            <source>Find in chat</source>
            <translation>在对话中查找</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/find_bar.py" />
            <source>Next match (F3)</source>
            <translation>下一个匹配 (F3)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/find_bar.py" />
            <source>No matches</source>
            <translation>没有匹配</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/find_bar.py" />
            <source>Previous match (Shift+F3)</source>
            <translation>上一个匹配 (Shift+F3)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/find_bar.py" />
            <source>{0} of {1}</source>
            <translation>{0} / {1}</translation>
        </message>
    </context>
    <context>
        <name>FollowUps</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Ask this question</source>
            <translation>提出此问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Follow-up questions</source>
            <translation>后续问题</translation>
        </message>
    </context>
    <context>
        <name>Keys</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>API key</source>
            <translation>API 密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Key for {0}</source>
            <translation>{0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Key kept until you quit</source>
            <translation>密钥保留到退出为止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Key set by {0}</source>
            <translation>密钥由 {0} 设定</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Key stored in the keyring</source>
            <translation>密钥已存入密钥环</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Keys are held in {0}.</source>
            <translation>密钥保存于{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Keys are stored in {0}. It is locked, so their names can't be shown.</source>
            <translation>密钥存储于：{0}。它已锁定，因此不知道其中有哪些密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Keys are stored in: {0}</source>
            <translation>密钥存储于：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Opening the keyring…</source>
            <translation>正在打开密钥环…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Remove the key for {0}</source>
            <translation>移除 {0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Removed</source>
            <translation>已移除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Save the key for {0}</source>
            <translation>保存 {0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Saved</source>
            <translation>已保存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Sent to {0}</source>
            <translation>发送到 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Test</source>
            <translation>测试</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Test the key for {0}</source>
            <translation>测试 {0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Testing…</source>
            <translation>正在测试…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>The keyring is broken: {0}</source>
            <translation>密钥环已损坏：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Unlock</source>
            <translation>解锁</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Waiting for your system's password prompt…</source>
            <translation>正在等待系统的密码提示…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/keys.py" />
            <source>Your system may ask for a password</source>
            <translation>系统可能会要求输入密码</translation>
        </message>
    </context>
    <context>
        <name>KeysDelegate</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Press the new shortcut</source>
            <translation>请按下新按键</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Press the new shortcut, Escape to cancel, or Backspace to remove it</source>
            <translation>按下新的快捷键，Esc 取消，Backspace 移除</translation>
        </message>
    </context>
    <context>
        <name>Knowledge</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>1 file</source>
            <translation>1 个文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>About my document “{0}”{1}: </source>
            <translation>关于我的文档“{0}”{1}：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Add a folder here…</source>
            <translation>在此添加文件夹…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Add a folder to search your own documents.</source>
            <translation>添加文件夹即可搜索你自己的文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Add and send</source>
            <translation>添加并发送</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Add files</source>
            <translation>添加文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Add files here…</source>
            <translation>在此添加文件…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Add files…</source>
            <translation>添加文件…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Add folder</source>
            <translation>添加文件夹</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Add folders with papers, notes or reports. Search them here, and let answers quote them. Files stay where they are, and changes are picked up automatically.</source>
            <translation>添加存放论文、笔记或报告的文件夹，在此搜索，并让回答引用它们。文件保留在原处，更改会自动更新。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Add folder…</source>
            <translation>添加文件夹…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Added</source>
            <translation>已添加</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>All other files are indexed.</source>
            <translation>其他文件均已编入索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Already added</source>
            <translation>已添加过</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>Ask about this</source>
            <translation>就此提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Check for changes</source>
            <translation>检查更改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Collection name</source>
            <translation>资料集名称</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Collection name. You'll choose its first folder next.</source>
            <translation>资料集名称。接下来选择它的第一个文件夹。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Collections</source>
            <translation>资料集</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>Copy quote</source>
            <translation>复制引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Discoveries</source>
            <translation>发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>Enter to open the text</source>
            <translation>按 Enter 打开文本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Everything stays on this computer.</source>
            <translation>所有内容都保留在这台计算机上。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>F2 to rename, Delete to remove, Enter to open a folder</source>
            <translation>F2 重命名，Delete 移除，Enter 打开文件夹</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Files that could not be read</source>
            <translation>无法读取的文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Get a model</source>
            <translation>获取模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Indexed with {0}, but {1} is selected now.</source>
            <translation>索引由 {0} 建立，但现在选择了 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Indexing</source>
            <translation>正在建立索引</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Indexing finished</source>
            <translation>索引已完成</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Indexing in another window</source>
            <translation>另一个窗口正在建立索引</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>It will no longer be searched. The files stay where they are.</source>
            <translation>将不再搜索它。文件保留在原处。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Keyword search only. Install an embedding model for better results.</source>
            <translation>仅支持关键词搜索。安装嵌入模型可获得更好的结果。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Loading…</source>
            <translation>正在加载…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Looking for changed files…</source>
            <translation>正在查找已更改的文件…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>New collection</source>
            <translation>新建资料集</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>New collection…</source>
            <translation>新建资料集…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>No results. Try fewer or different words.</source>
            <translation>没有结果。请减少或更换词语。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>Open the text</source>
            <translation>打开文本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>PDF, Word, PowerPoint, Excel, EPUB, Markdown, text, HTML, email, notebooks and code. You can also drop them here.</source>
            <translation>PDF、Word、PowerPoint、Excel、EPUB、Markdown、文本、HTML、邮件、笔记本和代码。也可以将它们拖放到这里。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Pause indexing</source>
            <translation>暂停建立索引</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Paused: {0}</source>
            <translation>已暂停：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Preparing search by meaning: {0}</source>
            <translation>正在准备语义搜索：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Press Down for the results</source>
            <translation>按向下键转到结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Problems</source>
            <translation>问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reading {0}</source>
            <translation>正在读取 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Rebuild</source>
            <translation>重建</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Remove from your documents (Delete)</source>
            <translation>从文档中移除 (Delete)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Remove “{0}” from your documents?</source>
            <translation>要从文档中移除“{0}”吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Remove…</source>
            <translation>移除…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Rename the collection</source>
            <translation>重命名资料集</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Rename the collection (F2)</source>
            <translation>重命名资料集 (F2)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Rename…</source>
            <translation>重命名…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>Results</source>
            <translation>结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Resume indexing</source>
            <translation>继续建立索引</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Search your documents</source>
            <translation>搜索你的文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Search your own documents</source>
            <translation>搜索你自己的文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Send the text of your documents to {0}?</source>
            <translation>要将文档的文本发送到 {0} 吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Settings…</source>
            <translation>设置…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Show files that could not be read</source>
            <translation>显示无法读取的文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>The embedding model runs there. To keep your documents on this computer, use a local model.</source>
            <translation>嵌入模型在那里运行。如果使用这台计算机上的模型，则不会发送任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>The text of your documents is sent to {0} for embedding.</source>
            <translation>文档的文本会发送到 {0} 以生成嵌入。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>Top {0} results</source>
            <translation>最佳的 {0} 个结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Web pages</source>
            <translation>网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Web pages and discoveries</source>
            <translation>网页和发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>built in</source>
            <translation>内置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>line {0}</source>
            <translation>第 {0} 行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>lines {0}-{1}</source>
            <translation>第 {0}-{1} 行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>page {0}</source>
            <translation>第 {0} 页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>read-only</source>
            <translation>只读</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>unavailable</source>
            <translation>不可用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>{0} of {1} files</source>
            <translation>{0} / {1} 个文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>{0}% searchable by meaning</source>
            <translation>{0}% 可按语义搜索</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Ask every day at 8:00</source>
            <translation>每天 8:00 提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Ask in an hour</source>
            <translation>一小时后提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Ask tomorrow at 9:00</source>
            <translation>明天 9:00 提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Go online</source>
            <translation>联网</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Go online in this chat</source>
            <translation>在此对话中联网</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Offline. Nothing leaves this computer.</source>
            <translation>离线。任何内容都不会离开本机。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Remove it and start the app again.</source>
            <translation>请移除它并重新启动应用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Saved to discoveries</source>
            <translation>已保存到发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Select a source or text in an answer to save it</source>
            <translation>请先选择回答中的文本或某个来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Set by {0}.</source>
            <translation>由 {0} 设定。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Show</source>
            <translation>查看</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>This chat is offline. Nothing leaves this computer.</source>
            <translation>此对话处于离线状态。任何内容都不会离开本机。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>{0} controls whether the app works offline.</source>
            <translation>是否离线工作由 {0} 决定。</translation>
        </message>
    </context>
    <context>
        <name>MarkdownView</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/markdown_view.py" />
            <source>Copy code block</source>
            <translation>复制代码块</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/markdown_view.py" />
            <source>Formulas: {0}</source>
            <translation>公式：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/markdown_view.py" />
            <source>Save as discovery</source>
            <translation>保存为发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/markdown_view.py" />
            <source>Show as chart…</source>
            <translation>显示为图表…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/markdown_view.py" />
            <source>Text</source>
            <translation>文本</translation>
        </message>
    </context>
    <context>
        <name>McpServers</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Add a server…</source>
            <translation>添加服务器…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Add an MCP server</source>
            <translation>添加 MCP 服务器</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Always allow</source>
            <translation>始终允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Ask again before using any of this server's tools</source>
            <translation>使用此服务器的每个工具前重新询问</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ask each time</source>
            <translation>每次询问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Confirm and start</source>
            <translation>确认并启动</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Description of {0}</source>
            <translation>{0} 的说明</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Edit {0}</source>
            <translation>编辑 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Edit…</source>
            <translation>编辑…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Its keys and tool permissions will be deleted too.</source>
            <translation>其密钥和工具权限也会被删除。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>MCP servers</source>
            <translation>MCP 服务器</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>MCP servers give models more tools: files, calendars, databases. You are asked before a tool is first used. Copy the JSON from a server's page to add it.</source>
            <translation>MCP 服务器为模型提供更多工具：文件、日历、数据库。首次使用工具前会先询问你。复制服务器页面上的 JSON 即可添加。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Never</source>
            <translation>从不允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>No description</source>
            <translation>无说明</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Not confirmed</source>
            <translation>未确认</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Not started</source>
            <translation>未启动</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Off</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>On</source>
            <translation>开启</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Paste the “mcpServers” JSON from the server's page.</source>
            <translation>粘贴服务器页面上的“mcpServers” JSON。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Permission</source>
            <translation>许可</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Permission for {0}</source>
            <translation>{0} 的许可</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Remove this server (Delete)</source>
            <translation>移除此服务器 (Delete)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Remove {0}?</source>
            <translation>要移除 {0} 吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Replace</source>
            <translation>替换</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Reset permissions</source>
            <translation>重置许可</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Restart</source>
            <translation>重启</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Server JSON</source>
            <translation>服务器的 JSON</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Server tools</source>
            <translation>服务器的工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Servers run with your permissions. Only add ones you trust.</source>
            <translation>服务器以你的权限运行。请只添加你信任的服务器。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Starting…</source>
            <translation>正在启动…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Test</source>
            <translation>测试</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>This server was restored from a backup and is off. Confirm it only if you trust it.</source>
            <translation>此服务器来自备份，目前处于关闭状态。仅在信任它时才确认。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Tools ({0})</source>
            <translation>工具（{0}）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Use in new chats</source>
            <translation>用于新对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Use its tools when you are offline</source>
            <translation>离线时也使用其工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Values that look like keys or passwords are stored in the keyring.</source>
            <translation>看起来像密钥或密码的值会存入密钥环。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Works offline</source>
            <translation>可离线使用</translation>
        </message>
    </context>
    <context>
        <name>MessageFooter</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Ask again and compare…</source>
            <translation>重新提问并对比…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Ask the same question again</source>
            <translation>再次提出同一问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Copy answer</source>
            <translation>复制回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Copy as Markdown</source>
            <translation>复制为 Markdown</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Copy as text</source>
            <translation>复制为文本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>More actions</source>
            <translation>更多操作</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Save as discovery</source>
            <translation>保存为发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Save as template…</source>
            <translation>保存为模板…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Schedule a question…</source>
            <translation>定时提问…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
    </context>
    <context>
        <name>Messages</name>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/tools.py" />
            <source>
Try again later. To see what you can set up, run desktop-agent doctor.</source>
            <translation>
请稍后重试。要了解可以设置什么，请运行 desktop-agent doctor。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>1 value not found on any page</source>
            <translation>1 个没有任何网页提及的数值</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/offline.py" />
            <source>A benchmark process stopped unexpectedly.</source>
            <translation>一个基准测试进程意外停止了。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>A check in the template found a problem that could not be fixed: {0}</source>
            <translation>模板中的一项检查发现了无法修正的问题：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>A collection named {0} already exists.</source>
            <translation>已有资料集 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>A collection needs a name with visible characters.</source>
            <translation>资料集需要一个可读的名称。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>A damaged line of the recording was skipped: {0}</source>
            <translation>已跳过记录中损坏的一行：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>A failing disk may become read-only. Make a backup on another disk, then have this one checked.</source>
            <translation>出现故障的磁盘可能会变为只读。请在另一个磁盘上备份，然后检查此磁盘。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/consulter.py" />
            <source>A model this small cannot judge its own draft. Its citations were checked by rule.</source>
            <translation>这么小的模型无法评判自己的草稿。其引用已按规则核对。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>A passage is too long for {0} from {1}.</source>
            <translation>文本对 {1} 的 {0} 来说太长。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>A restore was in progress. Open the latest version of Desktop Agent, which may be able to finish it.</source>
            <translation>恢复正在进行中：请打开最新版本的 Desktop Agent，它也许能完成恢复。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>A restore was interrupted and can no longer be finished or undone: {0}.</source>
            <translation>恢复被中断，目前既无法完成也无法撤回：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>A second computation agrees: {0}</source>
            <translation>第二次计算结果一致：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>A server in {0} can't be named {1}.</source>
            <translation>{0} 中的服务器不能命名为 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>A stored {0} is invalid at {1}.</source>
            <translation>已存储的 {0} 在 {1} 处有误。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>Add it first.</source>
            <translation>请先添加它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>Add the others separately.</source>
            <translation>请分别添加其他服务器。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>All {0} statements confirmed by their sources</source>
            <translation>全部 {0} 条陈述都得到来源证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/budget.py" />
            <source>Allow more time with --budget or agent.budget_s.</source>
            <translation>可用 --budget 或 agent.budget_s 给更多时间。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/job.py" />
            <source>Another copy of Desktop Agent is indexing. This one will continue when it finishes.</source>
            <translation>另一个 Desktop Agent 正在建立索引。完成后此程序会继续。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/run_archives.py" />
            <source>Another run with the id {0} is recorded here.</source>
            <translation>此处已记录了编号为 {0} 的另一个运行。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>Another server named {0} already exists: {1}.</source>
            <translation>已有另一个名为 {0} 的服务器：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Answered from the model's own knowledge</source>
            <translation>根据模型自身的知识回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/runner.py" />
            <source>Answers so far are kept. Run the same command to continue.</source>
            <translation>已回答的内容已保存。再次执行同一命令即可继续。</translation>
        </message>
        <message>
            <source>Anthropic at {0}</source>
            <translation>Anthropic ({0})</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/session.py" />
            <source>Ask again.</source>
            <translation>请重新提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>Ask for less, or raise mcp.timeout_s.</source>
            <translation>请减少所求的内容，或调高 mcp.timeout_s。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>Ask for the file again, or choose another one.</source>
            <translation>请重新索取该文件，或选择其他文件。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Ask in a new conversation, or raise llm.num_ctx.</source>
            <translation>请在新对话中提问，或调高 llm.num_ctx。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <source>Attach part of it.</source>
            <translation>请只附上其中一部分。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <source>Attach the files in it instead.</source>
            <translation>请改为附上其中的文件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>Attached files were not searched: the answer is from the web alone.</source>
            <translation>未搜索附加的文件：回答仅来自网络。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/tools.py" />
            <source>Available: {0}.</source>
            <translation>现有：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/backups.py" />
            <source>Both must be on the same disk. Nothing was changed.</source>
            <translation>两者必须在同一磁盘上。未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>Build again to continue where it stopped.</source>
            <translation>请再次构建：会从中断处继续。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>Change its documents where it was created.</source>
            <translation>请在建立它的地方更改其文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/records.py" />
            <source>Change them back, start over with --fresh, or use another folder with --out.</source>
            <translation>请恢复原来的设置，用 --fresh 重新开始，或用 --out 指定另一个文件夹。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>Check again.</source>
            <translation>请重新检查。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>Check it in your system's password manager, or set the environment variable.</source>
            <translation>请在系统的密码管理器中查看，或设置环境变量。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>Check its address.</source>
            <translation>请检查其地址。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>Check its name and read permissions.</source>
            <translation>请检查名称以及读取权限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/knowledge_base.py" />
            <source>Check its name.</source>
            <translation>请检查其名称。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Check its network connection and try again. It will continue where it stopped.</source>
            <translation>请检查它的网络连接后重试：会从中断处继续。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/sources.py" />
            <location filename="../../desktop_agent/storage/files.py" />
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>Check its read permissions.</source>
            <translation>请检查它的读取权限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>Check its write permissions.</source>
            <translation>请检查它的写入权限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>Check knowledge.lancedb_uri in the settings.</source>
            <translation>请检查设置中的 knowledge.lancedb_uri。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>Check that its disk is connected.</source>
            <translation>请检查它所在的磁盘是否已连接。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Check that the URL points to the right kind of server.</source>
            <translation>请检查 URL 对应的服务器类型是否正确。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Check that the URL points to the right kind of server. If it does, the prompt may be too long for it.</source>
            <translation>请检查该 URL 是否属于正确类型的服务器；如果是，则提示可能对它来说过长。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <location filename="../../desktop_agent/storage/database.py" />
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Check that the disk isn't full and that you can write to that folder.</source>
            <translation>请检查磁盘是否已满，以及你是否可以写入该文件夹。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>Check that this computer's clock is correct, then try again later.</source>
            <translation>请检查本机时钟是否正确，并稍后重试。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Check the URL and the network connection.</source>
            <translation>请检查 URL 和网络连接。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Check the URL. An OpenAI-compatible base URL usually ends in /v1.</source>
            <translation>请检查 URL：OpenAI 兼容的基础 URL 大多以 /v1 结尾。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Check the URL; do not send a key there.</source>
            <translation>请检查 URL；不要向那里发送密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Check the address and the connection, or look for another source.</source>
            <translation>请检查地址和网络连接，或另找来源。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Check the address, or search for the page.</source>
            <translation>请检查地址，或搜索该网页。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>Check the connection, and try again.</source>
            <translation>请检查连接，然后重试。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>Check the disk, then try again.</source>
            <translation>请检查磁盘，然后重试。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/run_archives.py" />
            <source>Check the name; the run may have been deleted.</source>
            <translation>请检查名称；该运行可能已被删除。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Check the read and write permissions there.</source>
            <translation>请检查那里的读写权限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>Check the spelling and the connection.</source>
            <translation>请检查拼写和网络连接。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>Check the update address in the settings.</source>
            <translation>请检查设置中的更新地址。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Check the write permissions of its folder.</source>
            <translation>请检查其文件夹的写入权限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Check the write permissions of that folder.</source>
            <translation>请检查该文件夹的写入权限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Check the write permissions there.</source>
            <translation>请检查那里的写入权限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <source>Check whether it opens elsewhere, then save it again.</source>
            <translation>请看它能否在别处打开，然后重新保存。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Choose a model that can read images, or remove the image.</source>
            <translation>请选择支持图像的模型，或移除图片。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Choose a new file name, or a file that can be replaced.</source>
            <translation>请选择新文件的名称，或可以替换的文件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>Choose a time in the future.</source>
            <translation>请选择尚未到来的时间。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>Choose a valid day and an end date in the future.</source>
            <translation>请选择存在的日期，以及尚未到来的结束时间。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Choose another backup; nothing was changed.</source>
            <translation>请选择另一个备份；未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Choose another model.</source>
            <translation>请选择其他模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>Choose another name.</source>
            <translation>请选择其他名称。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>Choose another one with --judge, or allow it with --same-judge.</source>
            <translation>请用 --judge 指定另一个，或用 --same-judge 允许它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>Choose another recording.</source>
            <translation>请选择其他运行记录。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>Choose another target, or delete it.</source>
            <translation>请指定另一个目标，或将其删除。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Choose ollama or openai in the settings.</source>
            <translation>请在设置中选择 ollama 或 openai。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Choose ollama, openai or anthropic in the settings.</source>
            <translation>请在设置中选择 ollama、openai 或 anthropic。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>Choose one in the settings.</source>
            <translation>请在设置中选择一个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Choose one of: {0}.</source>
            <translation>请从中选择：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Choose one with --model or llm.model in the settings.</source>
            <translation>请用 --model 或设置中的 llm.model 指定一个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/dispatch.py" />
            <source>Choose: {0}.</source>
            <translation>请选择：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>Close anything using Desktop Agent's files, or restart the computer, then start again. Nothing is lost.</source>
            <translation>请关闭正在使用 Desktop Agent 文件的程序，或重启电脑，然后再次启动。不会丢失任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/errors.py" />
            <source>Close other apps or choose a smaller model, then try again. Saved work is kept.</source>
            <translation>请关闭其他应用或选择较小的模型，然后重试；已保存的内容会保留。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Close the other copy of Desktop Agent, or try again.</source>
            <translation>请关闭另一个 Desktop Agent，或重试。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>Close the other copy of Desktop Agent. Anything readable will then be saved automatically.</source>
            <translation>请关闭另一个 Desktop Agent：能读出的内容随后会自动挽回。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/statistics.py" />
            <source>Compare runs of the same benchmark.</source>
            <translation>请比较同一基准测试的运行。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Computed by the program, without a model</source>
            <translation>由程序计算得出，未使用模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Confirmed by its source</source>
            <translation>得到其来源证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Contradicted by its source</source>
            <translation>与其来源矛盾</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Contradicted by its source and struck out</source>
            <translation>与其来源矛盾并已删去</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>Copy the key again from the service's website.</source>
            <translation>请从该服务的网站重新复制密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>Correct it.</source>
            <translation>请更正它。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Correct llm.{0}_url in the settings.</source>
            <translation>请在设置中更正 llm.{0}_url。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Correct or remove it.</source>
            <translation>请更正或删除它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Correct that line.</source>
            <translation>请更正该行。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Correct the line with too many brackets or dots.</source>
            <translation>请修改括号或点过多的那一行。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Correct the name or remove it.</source>
            <translation>请更正名称或删除它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>Correct the updates.url setting.</source>
            <translation>请更正设置 updates.url。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Couldn't create the folder {0}: {1}.</source>
            <translation>无法创建文件夹 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Couldn't create {0}: {1}.</source>
            <translation>无法创建 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>Couldn't look up the key for {0}</source>
            <translation>无法查找 {0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Couldn't make the backup: a database can't be read ({0}).</source>
            <translation>无法创建备份：无法读取某个数据库 ({0})。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Couldn't make the backup: {0}: {1}.</source>
            <translation>无法创建备份：{0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/crash_reports.py" />
            <source>Couldn't open {0}: {1}.</source>
            <translation>无法打开 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/dispatch.py" />
            <source>Couldn't read saved keys; continuing without them. {0}</source>
            <translation>无法读取已保存的密钥，将在没有密钥的情况下继续。{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Couldn't unpack the backup: {0}.</source>
            <translation>无法解压备份：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>Delete it to rebuild it, or update Desktop Agent.</source>
            <translation>请删除它以重新构建，或更新 Desktop Agent。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/run_archives.py" />
            <source>Delete it, or leave this one out.</source>
            <translation>请删除它，或不导入这一个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Desktop Agent can't write to {0}. It can be read, but nothing new is saved.</source>
            <translation>Desktop Agent 无法写入 {0}：可以读取，但不会保存任何新内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Did you mean {0}?</source>
            <translation>是否想写 {0}？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/snapshots.py" />
            <source>Do not rely on it; read the page again.</source>
            <translation>请勿依赖它；请重新读取该网页。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/retriever.py" />
            <source>Documents embedded with {0} were searched by keyword only, because {1} is in use now. Rebuild the index.</source>
            <translation>对于用 {0} 嵌入的文档仅按关键词搜索：现在使用的是 {1}。请重建索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/base.py" />
            <source>Embedding {0} passages gave {1} vectors.</source>
            <translation>嵌入了 {0} 个段落，却得到 {1} 个向量。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>Enter a question.</source>
            <translation>请输入问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>Enter the full address, such as https://example.org/page.</source>
            <translation>请输入完整地址，例如 https://example.org/page。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Entry {0} in swarm.models {1}.</source>
            <translation>swarm.models 的条目 {0} {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Everything in it was recovered and is available again.</source>
            <translation>其中的内容已全部挽回，并重新投入使用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Everything readable was recovered and is available again. Check whether anything is missing.</source>
            <translation>能读出的内容已挽回，并重新投入使用；请查看是否有缺失。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>Final lookup: {0}</source>
            <translation>最终查找的问题：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/schedules.py" />
            <source>Fix it, or move it. If you move it, its schedules are lost.</source>
            <translation>请修复它，或将其移走；移走后其中的定时提问将丢失。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>For example: FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0.</source>
            <translation>例如：FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>For example: {0}.</source>
            <translation>例如：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/search_model.py" />
            <source>Free up disk space, or check the write permissions of that folder.</source>
            <translation>请腾出磁盘空间，或检查该文件夹的写入权限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Free up space on the disk.</source>
            <translation>请腾出磁盘空间。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Free up space or delete a model, then continue. What was downloaded is kept.</source>
            <translation>请腾出空间或删除一个模型，然后继续：已下载的部分会保留。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Free up space, or choose another disk. Nothing was changed.</source>
            <translation>请腾出空间或选择另一个磁盘。未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Free up space. Nothing was changed.</source>
            <translation>请腾出空间。未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>From the template “{0}”.</source>
            <translation>按照模板“{0}”。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/documents.py" />
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Get it with: desktop-agent models pull {0}</source>
            <translation>可用此命令获取：desktop-agent models pull {0}</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Get it with: ollama pull {0} (or: desktop-agent models pull {1})</source>
            <translation>可用此命令获取：ollama pull {0}（或：desktop-agent models pull {1}）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Get one with: desktop-agent models pull {0}</source>
            <translation>获取命令：desktop-agent models pull {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Get one with: {0}</source>
            <translation>可用此命令获取：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>Give it one.</source>
            <translation>请给它一个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/searxng.py" />
            <source>HTTP 403: the instance must list json under search.formats in settings.yml</source>
            <translation>HTTP 403：该实例必须在 settings.yml 的 search.formats 中列出 json</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <location filename="../../desktop_agent/web/search/searxng.py" />
            <source>HTTP 429: too many requests</source>
            <translation>HTTP 429：请求过多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/brave.py" />
            <location filename="../../desktop_agent/web/search/tavily.py" />
            <source>HTTP 429: {0}</source>
            <translation>HTTP 429：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/engine.py" />
            <source>HTTP {0}</source>
            <translation>HTTP {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>HTTP {0}: it asks you to prove you're human</source>
            <translation>HTTP {0}：它要求证明你是真人</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/tavily.py" />
            <source>HTTP {0}: the key was refused; check it in the settings. {1}</source>
            <translation>HTTP {0}：密钥被拒绝；请在设置中检查。{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>If it is larger than fetch.max_bytes, raise that limit.</source>
            <translation>若大于 fetch.max_bytes，请调高该值。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>If it needs no network, turn on Works offline for it.</source>
            <translation>如果它可以离线工作，请将其标记为离线可用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/onnx_embedding.py" />
            <source>If this happens again, remove the search model and download it again.</source>
            <translation>如果再次发生，请移除搜索模型并重新下载。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>If you own this host and want it to be read, add {0} to fetch.allow_hosts.</source>
            <translation>若此主机属于你且你希望读取它，请将 {0} 加入 fetch.allow_hosts。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>If you trust it: desktop-agent servers confirm {0}</source>
            <translation>如果信任它：desktop-agent servers confirm {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/services.py" />
            <source>If you trust that server: desktop-agent keys allow {0}. If not, correct {1}.</source>
            <translation>如果信任该服务器：desktop-agent keys allow {0}。否则请更正 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>Images can only be read by a model.</source>
            <translation>图像只能由模型读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>In a Python environment: pip install 'desktop-agent[cluster]'</source>
            <translation>在 Python 环境中运行：pip install 'desktop-agent[cluster]'</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>Include the provider, as in ollama/nomic-embed-text or openai/NAME.</source>
            <translation>请连同提供方一起指定，例如 ollama/nomic-embed-text 或 openai/NAME。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/job.py" />
            <source>Indexing failed for an unexpected reason; see the log.</source>
            <translation>建立索引因意外原因失败；请查看日志。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/resources.py" />
            <source>Install Desktop Agent again.</source>
            <translation>请重新安装 Desktop Agent。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>Install it first.</source>
            <translation>请先安装它。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Install the latest version of Ollama from https://ollama.com/download</source>
            <translation>请从 https://ollama.com/download 安装最新的 Ollama</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>Install them, or change knowledge.ocr_languages.</source>
            <translation>请安装这些语言，或更改 knowledge.ocr_languages。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>Install {0}.</source>
            <translation>请安装 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>Install {0}: {1}</source>
            <translation>请安装 {0}：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/sleep.py" />
            <source>It can have only one at a time. Ask again when that one has ended.</source>
            <translation>同一时间只能有一次：请在那次结束后再请求。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>It failed {0} times in a row. Check its log, then try again.</source>
            <translation>它已连续失败 {0} 次。请查看其日志，然后重试。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>It is set by {0}. Unset that.</source>
            <translation>它由 {0} 设置；请取消该设置。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>It isn't included in the installed app. Choose SQLite to store the index, or in a Python environment run: pip install 'desktop-agent[lancedb]'</source>
            <translation>安装版程序不包含它。请选择 SQLite 作为索引的存储方式，或在 Python 环境中运行：pip install 'desktop-agent[lancedb]'</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/archive.py" />
            <source>It may be malicious. Save it again with a program you trust.</source>
            <translation>它可能是恶意文件。请用你信任的程序另存其内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/conversations/turns.py" />
            <source>It may have been deleted elsewhere.</source>
            <translation>它可能已在别处被删除。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>It needs "command" or "url".</source>
            <translation>其中应有 "command" 或 "url"。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>It needs a server's settings under each name.</source>
            <translation>其中每个名称下应有一个服务器。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>It needs a token in headers; signing in through a browser is not supported.</source>
            <translation>它需要在请求头中提供令牌；不支持通过浏览器登录。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>It needs text recognition (OCR). Look for a text version.</source>
            <translation>需要文字识别 (OCR)；请查找文字版。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>It will be offered again with the next question.</source>
            <translation>下一个问题会重新提供它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Its citations were not checked</source>
            <translation>引用未经核查</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Its contents are recreated automatically.</source>
            <translation>其中的内容会自动重新生成。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/office.py" />
            <source>Its notes and comments were not read: that needs LibreOffice.</source>
            <translation>其注释和批注未读取：这需要 LibreOffice。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>LanceDB cannot be loaded: {0}.</source>
            <translation>无法载入 LanceDB：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>LibreOffice cannot read {0}.</source>
            <translation>LibreOffice 无法读取 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/client.py" />
            <source>Loading {0}…</source>
            <translation>正在加载 {0}…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>Look at its log, or raise mcp.start_timeout_s.</source>
            <translation>请查看其日志，或调高 mcp.start_timeout_s。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>Look at its log.</source>
            <translation>请查看其日志。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/html.py" />
            <source>Look for a copy without it.</source>
            <translation>请查找没有此项的副本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>Look for a freely available copy.</source>
            <translation>请查找一份公开的副本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/walls.py" />
            <location filename="../../desktop_agent/web/fetch/worker.py" />
            <source>Look for another page that says the same thing.</source>
            <translation>请另找一个有相同内容的网页。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>Look for another source, or raise fetch.timeout_s.</source>
            <translation>请另找来源，或调高 fetch.timeout_s。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>Look for another source.</source>
            <translation>请另找来源。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Lower knowledge.chunk_tokens, or choose an embedding model that accepts longer text.</source>
            <translation>请调低 knowledge.chunk_tokens，或选择能读取更多内容的嵌入模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>Move it, or replace it with a backup copy. Nothing in it was changed.</source>
            <translation>请将其移走，或放回一份备份；其中内容未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>No answer could be confirmed</source>
            <translation>没有答案能得到证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/researcher.py" />
            <source>No code finished running in {0} rounds.</source>
            <translation>{0} 轮中没有代码运行到结束。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>No connection to {0}, port {1}.</source>
            <translation>无法连接 {0}，端口 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>No connection to {0}.</source>
            <translation>无法连接到 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/tools.py" />
            <source>No documents are indexed on this machine (desktop-agent knowledge add FOLDER).</source>
            <translation>本机没有已建立索引的文档（desktop-agent knowledge add FOLDER）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>No embedding model is chosen: knowledge.embedding_provider is none.</source>
            <translation>未选择嵌入模型：knowledge.embedding_provider 为 none。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>No encrypted connection to {0}: {1}.</source>
            <translation>无法与 {0} 建立加密连接：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>No key for {0} is stored.</source>
            <translation>没有存储 {0} 的密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/client.py" />
            <location filename="../../desktop_agent/runs/services.py" />
            <source>No key is stored for {0}.</source>
            <translation>没有存储 {0} 的密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>No model is chosen: llm.provider is none.</source>
            <translation>未选择模型：llm.provider 为 none。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>No model on the OpenAI-compatible server reports support for embeddings.</source>
            <translation>OpenAI 兼容服务器的模型都未说明能生成嵌入。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>No part of the plan asks a question.</source>
            <translation>计划中没有提出问题的部分。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>No scheduler is responding at {0}.</source>
            <translation>{0} 处没有调度器应答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>No statement cites a source</source>
            <translation>没有任何陈述引用来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>None of it was kept. Don't install anything from there.</source>
            <translation>未保留其中任何内容。请勿安装来自那里的文件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/swarm.py" />
            <source>None of the model's replies contains an answer.</source>
            <translation>模型的回复中没有答案。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/opendocument.py" />
            <location filename="../../desktop_agent/knowledge/loaders/spreadsheets.py" />
            <source>Not all of its cells were read: there are too many.</source>
            <translation>并非所有单元格都已读取：数量太多。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/confidence.py" />
            <source>Not confident enough in any answer; found: {0}.</source>
            <translation>没有足够确定的答案；见到：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Not confirmed by its source</source>
            <translation>未得到其来源证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Not finished: the run failed</source>
            <translation>未完成：运行失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Not reviewed: the model stopped answering</source>
            <translation>未经审阅：模型停止了应答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/backups.py" />
            <source>Nothing can be moved from {0} into {1}: {2}.</source>
            <translation>无法将内容从 {0} 移到 {1}：{2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>Nothing could be looked up: the web is switched off, and there are no documents.</source>
            <translation>无法查询：网络搜索已关闭，且没有文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Nothing in it could be read; replace it with a backup copy if you have one.</source>
            <translation>其中的内容均无法读取；如有备份，请放回原处。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/backups.py" />
            <source>Nothing was changed.</source>
            <translation>未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>Nothing was changed. Replace it with a backup copy, or report this with the file from desktop-agent diagnostics.</source>
            <translation>未作任何更改。请用一份备份替换它，或附上 desktop-agent diagnostics 生成的文件报告此问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>Nothing was downloaded. Report this to the publisher.</source>
            <translation>未下载任何内容。请告知发布者。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>Nothing was installed. Try again later. If it still fails, tell the publisher.</source>
            <translation>未安装任何内容。请稍后重试。若仍然失败，请告知发布者。</translation>
        </message>
        <message>
            <source>Ollama at {0}</source>
            <translation>Ollama ({0})</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Ollama does not have the embedding model {0}.</source>
            <translation>Ollama 没有嵌入模型 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Ollama does not have the model {0}.</source>
            <translation>Ollama 没有模型 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Ollama has no embedding model, so documents are searched by keyword only.</source>
            <translation>Ollama 没有嵌入模型，因此仅按关键词搜索文档。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Ollama's library does not have the model {0}.</source>
            <translation>Ollama 的模型库中没有模型 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/statistics.py" />
            <source>One run is for {0}, the other for {1}.</source>
            <translation>一个运行属于 {0}，另一个属于 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/html.py" />
            <source>Only its first 60,000 elements were read.</source>
            <translation>只读取了前 60,000 个元素。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>Only the first {0} of {1} parts will be handled.</source>
            <translation>共 {1} 个部分，只处理前 {0} 个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Only {0} are supported, and each can be used only once.</source>
            <translation>只支持 {0}，且各一次。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>Only {0} of {1} pages were read.</source>
            <translation>只读取了 {1} 页中的 {0} 页。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/dispatch.py" />
            <source>Pages are ranked by keyword only. {0}</source>
            <translation>网页仅按关键词排序。{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Partly confirmed by its source</source>
            <translation>得到其来源部分证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>Paste its JSON.</source>
            <translation>请粘贴其 JSON。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>Pictures without text: {0}.</source>
            <translation>没有文本的图片：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Quoted from its sources, without a model</source>
            <translation>引自来源，未使用模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/update.py" />
            <source>Raise knowledge.max_file_mb to have it indexed.</source>
            <translation>如需索引它，请调高 knowledge.max_file_mb。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/worker_main.py" />
            <source>Raise knowledge.max_file_mb.</source>
            <translation>请调高 knowledge.max_file_mb。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>Read it directly from its address.</source>
            <translation>请通过其自身地址读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/snapshots.py" />
            <source>Read the page again to store it.</source>
            <translation>请重新读取该网页以存储它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/workers.py" />
            <source>Reading {0} took more than {1} MiB of memory and was stopped.</source>
            <translation>读取 {0} 占用的内存超过 {1} MiB，已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/workers.py" />
            <source>Reading {0} took more than {1} s and was stopped.</source>
            <translation>读取 {0} 超过 {1} 秒，已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>Reading {0} took more than {1} s.</source>
            <translation>读取 {0} 超过了 {1} 秒。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/workers.py" />
            <source>Reading {0} was stopped.</source>
            <translation>读取 {0} 已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/base.py" />
            <source>Rebuild the index with the embedding model chosen in the settings.</source>
            <translation>请用设置中选择的嵌入模型重建索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/base.py" />
            <source>Rebuild the index.</source>
            <translation>请重建索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>Recalculated by {0}: the value is the same.</source>
            <translation>用{0}重新计算，得到相同的值。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>Replace it, or give the new one another name.</source>
            <translation>请替换它，或给新的服务器另取名称。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/conversations/store.py" />
            <source>Restore it from the deleted conversations to open it.</source>
            <translation>请先从已删除的对话中恢复它，再打开。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/runner.py" />
            <source>Restore the original data file, start over with --fresh, or use another --out.</source>
            <translation>请恢复原来的数据文件，用 --fresh 重新开始，或使用另一个 --out。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/dispatch.py" />
            <source>Reusing what the earlier run found.</source>
            <translation>沿用上一次运行找到的内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/claims/verdicts.py" />
            <source>Reviewer: the passage says otherwise</source>
            <translation>审阅者：该段落说法不同</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/claims/verdicts.py" />
            <source>Reviewer: the passage says this</source>
            <translation>审阅者：该段落说明了这一点</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Run desktop-agent doctor. If the database is damaged, replace it with a backup copy.</source>
            <translation>请运行 desktop-agent doctor。若数据库已损坏，请用一份备份替换它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/archive.py" />
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <location filename="../../desktop_agent/knowledge/loaders/opendocument.py" />
            <source>Save a copy without it.</source>
            <translation>请保存一个没有它的副本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>Save it as PDF or DOCX.</source>
            <translation>请另存为 PDF 或 DOCX。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/document.py" />
            <source>Save it as PDF, DOCX or text.</source>
            <translation>请另存为 PDF、DOCX 或文本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Save it as UTF-8.</source>
            <translation>请以 UTF-8 保存。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/archive.py" />
            <source>Save its contents as smaller files.</source>
            <translation>请将其内容另存为较小的文件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/retriever.py" />
            <source>Searched by keyword only: no documents are embedded.</source>
            <translation>仅按关键词搜索：文档尚未生成嵌入向量。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/retriever.py" />
            <source>Searched by keyword only: the embedding model didn't answer within {0} s.</source>
            <translation>仅按关键词搜索：嵌入模型在 {0} 秒内没有应答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/retriever.py" />
            <source>Searched by keyword only: {0}</source>
            <translation>仅按关键词搜索：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>See desktop-agent schedule list.</source>
            <translation>请查看 desktop-agent schedule list。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>See the available models with: desktop-agent models list</source>
            <translation>可用此命令查看现有模型：desktop-agent models list</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>See the list.</source>
            <translation>请查看列表。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/errors.py" />
            <source>See the log file for details, and please report this.</source>
            <translation>详情见日志文件；请报告此问题。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>See the names at https://ollama.com/library</source>
            <translation>名称见 https://ollama.com/library</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>Set a different time.</source>
            <translation>请为它另定时间。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <location filename="../../resources/model_servers.toml" />
            <source>Set an embedding model in knowledge.embedding_model, or leave it empty.</source>
            <translation>请在 knowledge.embedding_model 中指定嵌入模型，或将其留空。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/pdf.py" />
            <source>Set knowledge.ocr_languages, for example to eng.</source>
            <translation>请设置 knowledge.ocr_languages，例如 eng。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Set one in knowledge.embedding_model.</source>
            <translation>请在 knowledge.embedding_model 中指定一个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Set {0} there by hand.</source>
            <translation>请在那里手动设置 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>Shorten it.</source>
            <translation>请缩短它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/resources.py" />
            <source>Some of the app's files are missing.</source>
            <translation>应用自身的部分文件缺失。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Someone may be intercepting the connection. Don't trust this site.</source>
            <translation>可能有人在拦截连接。请勿信任此网站。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>Someone may be intercepting the connection. Nothing was downloaded.</source>
            <translation>可能有人在拦截连接。未下载任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/errors.py" />
            <source>Something went wrong: {0}.</source>
            <translation>出现问题：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/confidence.py" />
            <source>Sources disagree on {0}: {1} say {2}.</source>
            <translation>各来源对 {0} 说法不一：{1} 称 {2}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Start it with: ollama serve (or get it from https://ollama.com/download)</source>
            <translation>可用此命令启动：ollama serve（或从 https://ollama.com/download 获取）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>Start one with: dask scheduler, then enter its address, such as tcp://host:8786</source>
            <translation>用 dask scheduler 启动一个，然后填写其地址，例如 tcp://host:8786</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Stopped before it was finished</source>
            <translation>在完成之前已停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Stopped: the model failed</source>
            <translation>已停止：模型出错</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Store a valid key with: desktop-agent keys set {0}</source>
            <translation>可用此命令存入有效的密钥：desktop-agent keys set {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/services.py" />
            <source>Store another.</source>
            <translation>请存入另一个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/services.py" />
            <source>Store one first.</source>
            <translation>请先存入一个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/client.py" />
            <source>Store one: desktop-agent keys set {0}</source>
            <translation>可用此命令存入：desktop-agent keys set {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>Switch it off with knowledge.pages.</source>
            <translation>可用 knowledge.pages 将其关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>Switch it on for this chat.</source>
            <translation>请为此对话开启它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/models.py" />
            <source>Switch it on to download a model.</source>
            <translation>请打开网络以下载模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/documents.py" />
            <source>Switch it on to search them as well.</source>
            <translation>请打开网络，以便同时搜索它们。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>Switch it on, or choose locations on this computer.</source>
            <translation>请打开网络，或选择本机上的位置。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Switch the network on, or choose a model on this computer.</source>
            <translation>请打开网络，或选择本机的模型。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Switch the network on, or use a model on this computer.</source>
            <translation>请打开网络，或使用本机的模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>Switch the network on.</source>
            <translation>请打开网络。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>Tesseract is missing the languages {0} needed to read {1}.</source>
            <translation>Tesseract 没有读取 {1} 所需的语言 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>That isn't a key for {0}: it is empty or contains spaces or invalid characters.</source>
            <translation>这不是 {0} 的密钥：它为空，或含有空格或无效字符。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>The Ollama model {0} can't create embeddings.</source>
            <translation>Ollama 的模型 {0} 无法生成嵌入。</translation>
        </message>
        <message>
            <source>The OpenAI-compatible server at {0}</source>
            <translation>OpenAI 兼容服务器 ({0})</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>The PDF {0} contains no text, only images: it is a scan of {1} {2}.</source>
            <translation>PDF {0} 没有文字，只有图片：它是扫描件（{1} {2}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>The PDF {0} is damaged or incomplete.</source>
            <translation>PDF {0} 已损坏或不完整。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>The PDF {0} is damaged or incomplete: it has no pages.</source>
            <translation>PDF {0} 已损坏或被截断：没有任何页面。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>The PDF {0} needs a password.</source>
            <translation>PDF {0} 需要密码。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The answer was not repaired: {0}</source>
            <translation>未能修正回答：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/manager.py" />
            <source>The background task didn't start because the app was closing.</source>
            <translation>后台任务未开始：当时应用正在关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/backups.py" />
            <source>The backup cannot be restored: {0}.</source>
            <translation>无法恢复备份：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The body of {0} is compressed as {1}, which isn't supported.</source>
            <translation>{0} 的正文以 {1} 压缩，不受支持。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>The build needs Dask, which is not installed.</source>
            <translation>构建需要 Dask，但未安装。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/server.py" />
            <source>The call was stopped: the server is shutting down.</source>
            <translation>调用已停止：服务器正在关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The certificate for {0} is not trusted: {1}.</source>
            <translation>{0} 的证书不受信任：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The certificate presented by {0} does not match that name.</source>
            <translation>为 {0} 出示的证书与该名称不符。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>The check gave no verdict.</source>
            <translation>检查没有给出结论。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>The check of {0} found a problem: {1}</source>
            <translation>对 {0} 的检查发现问题：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>The collection Web pages and discoveries is built in and cannot be changed.</source>
            <translation>读过网页的资料集是内置的。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The compressed body of {0} is damaged.</source>
            <translation>{0} 的正文经过压缩，但已损坏。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>The connection to the scheduler at {0} was lost.</source>
            <translation>与 {0} 的调度器失去联系。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The connection to {0} was lost: {1}.</source>
            <translation>与 {0} 的连接中断：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/approvals.py" />
            <source>The decision was not saved: {0}</source>
            <translation>未能保存该决定：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>The disk is full. You can read what is in {0}, but nothing new is saved.</source>
            <translation>磁盘已满：{0} 中的内容可以读取，但不会保存任何新内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>The disk is read-only. You can read what is in {0}, but nothing new is saved.</source>
            <translation>磁盘为只读：{0} 中的内容可以读取，但不会保存任何新内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/embedding.py" />
            <source>The documents are indexed for {0}, but the embedding model is now {1}. Rebuild the index to use it.</source>
            <translation>文档是按 {0} 建立索引的，而嵌入模型现在是 {1}。请重建索引后再使用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>The documents were not searched for the template: no time.</source>
            <translation>没有为模板搜索文档：时间不足。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>The documents were not searched: {0}</source>
            <translation>未搜索文档：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The download doesn't match its signature.</source>
            <translation>下载的内容与其签名不符。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/consulter.py" />
            <source>The draft states the answer on which the sources agree.</source>
            <translation>草稿给出的答案与各来源一致。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The earlier text stands: {0}</source>
            <translation>保留先前的文本：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/embedding.py" />
            <source>The embedding model asked the app to wait {0} s.</source>
            <translation>嵌入模型要求等待 {0} 秒。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/knowledge_base.py" />
            <source>The embedding model's server isn't responding.</source>
            <translation>嵌入模型的服务器没有应答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>The event {0} is invalid at {1}.</source>
            <translation>事件 {0} 在 {1} 处有误。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The first answer stands: {0}</source>
            <translation>保留最初的回答：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/sources.py" />
            <source>The folder {0} can't be opened: {1}.</source>
            <translation>无法打开文件夹 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>The host {0} has no address (DNS).</source>
            <translation>主机 {0} 没有地址 (DNS)。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>The index needs LanceDB, which is not installed.</source>
            <translation>索引需要 LanceDB，但未安装。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>The index {0} cannot be read or written: {1}.</source>
            <translation>无法读写索引 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>The index {0} is closed.</source>
            <translation>索引 {0} 已关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>The index {0} was created elsewhere and is read-only here.</source>
            <translation>索引 {0} 在别处建立，此处只读。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>The index {0} was made by another version of Desktop Agent.</source>
            <translation>索引 {0} 由另一版本的 Desktop Agent 建立。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>The judge {0} has no model.</source>
            <translation>评判者 {0} 没有指定模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>The judge {0} took more than {1} s.</source>
            <translation>评判者 {0} 用时超过 {1} 秒。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>The judge {0}/{1} is also the model that answers.</source>
            <translation>评判者 {0}/{1} 就是作答的模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>The judge's reply contains no grade.</source>
            <translation>评判者的回复中没有评分。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>The key for {0} cannot be read</source>
            <translation>无法读取 {0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>The key for {0} was not removed</source>
            <translation>未能移除 {0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/services.py" />
            <source>The key for {0} was not sent to {1}: it has never been used there before.</source>
            <translation>不会将 {0} 的密钥发送到 {1}：它以前从未用于那里。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>The key for {0} was not stored</source>
            <translation>未能存入 {0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>The line is not JSON: {0}.</source>
            <translation>该行不是 JSON：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>The line is not UTF-8 text.</source>
            <translation>该行不是 UTF-8 文本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>The line is not a JSON object.</source>
            <translation>该行不是 JSON 对象。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/templates.py" />
            <source>The model didn't draft a usable template: {0}.</source>
            <translation>模型没有起草出可用的模板：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>The model thought for too long. Asking again without thinking.</source>
            <translation>模型思考时间过长。正在要求其不经思考直接作答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>The model wrote no answer, only a tool call or parts of its prompt. Asking again.</source>
            <translation>模型没有写出回答，只写了工具调用或提示词的片段。正在重新询问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/researcher.py" />
            <source>The model wrote no code that does the calculation.</source>
            <translation>模型没有写出进行计算的代码。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The model wrote nothing that the sources support, so they are quoted.</source>
            <translation>模型写的内容没有得到来源支持，因此改为引用来源。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>The model wrote nothing.</source>
            <translation>模型没有写出任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/researcher.py" />
            <source>The model wrote the same code again.</source>
            <translation>模型又写了同样的代码。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The model {0} from {1} can't create embeddings.</source>
            <translation>{1} 的模型 {0} 无法生成嵌入。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The model {0} from {1} can't do this: {2}.</source>
            <translation>{1} 的模型 {0} 无法做到：{2}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The model {0} from {1} can't read images.</source>
            <translation>{1} 的模型 {0} 无法查看图片。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The model {0} from {1} doesn't support tools.</source>
            <translation>{1} 的模型 {0} 不支持工具。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/client.py" />
            <source>The model {0} from {1} {2} and sent nothing for {3} s.</source>
            <translation>{1} 的模型 {0} {2}，已有 {3} 秒没有输出。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>The model {0} wrote no answer, though it was asked twice.</source>
            <translation>模型 {0} 被问了两次，都没有写出答案。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>The network is switched off, but the build needs {0}.</source>
            <translation>网络已关闭，而构建需要使用 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/documents.py" />
            <source>The network is switched off, but the documents in {0} are at {1}.</source>
            <translation>网络已关闭，而 {0} 的文档位于 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>The network is switched off, but the provider {0} is at {1}.</source>
            <translation>网络已关闭，而提供方 {0} 位于 {1}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The network is switched off, so {0} cannot be asked.</source>
            <translation>网络已关闭，因此无法询问 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>The network is switched off, so {0} was not asked.</source>
            <translation>网络已关闭，因此未询问 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pipeline.py" />
            <source>The page {0} contains no readable text.</source>
            <translation>网页 {0} 没有可读文本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/walls.py" />
            <source>The page {0} {1}.</source>
            <translation>页面{0}{1}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The partial response was kept. Ask again to get all of it.</source>
            <translation>已收到的内容会保留；若要完整内容请重新提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The parts of the update list don't match.</source>
            <translation>更新列表的各部分互不相符。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>The plan cannot be used: {0}.</source>
            <translation>该计划无法使用：{0}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The prompt is too long for {0} at {1}: {2}.</source>
            <translation>提示对 {1} 的 {0} 来说过长：{2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>The provider {0} has no model that can chat.</source>
            <translation>提供方 {0} 没有可以对话的模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/base.py" />
            <source>The question's vector has {0} dimensions, but the index uses {1}.</source>
            <translation>问题的向量为 {0} 维，索引的为 {1} 维。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/runner.py" />
            <source>The recorded question {0} differs from the one in the data file.</source>
            <translation>记录中的问题 {0} 与数据文件中的不同。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>The reply contained no JSON plan.</source>
            <translation>回复中没有 JSON 形式的计划。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The reply from {0} was cut off: {1}.</source>
            <translation>{0} 的回复中断：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/consulter.py" />
            <source>The reviewer found no mistake that could be confirmed.</source>
            <translation>审阅者没有指出可以证实的错误。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/consulter.py" />
            <source>The reviewer's reply wasn't in the requested format.</source>
            <translation>审阅者的回复不符合要求的格式。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision dropped a statement that source [{0}] supports: “{1}”</source>
            <translation>修订稿删去了来源 [{0}] 支持的说法：“{1}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision dropped the value given in the sources, {0}. {1}</source>
            <translation>修订稿放弃了来源给出的值 {0}。{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision no longer has the expected answer format. {0}</source>
            <translation>修订稿不再符合答案的形式。{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision says something a source contradicts: “{0}”</source>
            <translation>修订稿中有与来源矛盾的说法：“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision was a remark about the draft, not an answer.</source>
            <translation>修订稿只是对草稿的评论，而不是答案。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision was cut off before the end.</source>
            <translation>修订稿在结尾之前就中断了。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>The run is too large to save as a file: {0}.</source>
            <translation>该运行太大，无法存为文件：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/tools.py" />
            <source>The search failed: none of the {0} attempts got an answer.
{1}</source>
            <translation>搜索失败：{0} 次尝试均无应答。
{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/documents.py" />
            <source>The search model isn't downloaded yet, so documents are searched by keyword only.</source>
            <translation>搜索模型尚未下载，因此仅按词语搜索文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/onnx_embedding.py" />
            <source>The search model returned something other than vectors.</source>
            <translation>搜索模型返回的不是向量。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/onnx_embedding.py" />
            <source>The search model took too long and was stopped.</source>
            <translation>搜索模型耗时过长，已被停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/onnx_embedding.py" />
            <source>The search model's process ended ({0}).</source>
            <translation>搜索模型的进程已结束（{0}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/diagnosis.py" />
            <source>The server at {0} did not answer within {1} s.</source>
            <translation>{0} 的服务器在 {1} 秒内没有响应。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>The server has no name.</source>
            <translation>服务器没有名称。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>The server {0} has failed.</source>
            <translation>服务器 {0} 已失败。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>The server {0} has no tool {1}.</source>
            <translation>服务器 {0} 没有工具 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>The server {0} in {1} is invalid at {2}.</source>
            <translation>{1} 中的服务器 {0} 有误：{2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>The server {0} in {1} isn't an object.</source>
            <translation>{1} 中的服务器 {0} 不是对象。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>The server {0} is broken: {1}.</source>
            <translation>服务器 {0} 已损坏：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>The server {0} is no longer there.</source>
            <translation>服务器 {0} 已不存在。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>The server {0} may need the network, which is switched off.</source>
            <translation>服务器 {0} 可能需要网络，而网络已关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>The server {0} no longer has the tool {1}.</source>
            <translation>服务器 {0} 不再提供工具 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>The server {0} now describes {1} differently.</source>
            <translation>服务器 {0} 对 {1} 的说明与之前不同。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>The server {0} sent a response that doesn't follow the protocol.</source>
            <translation>服务器 {0} 发来的响应不符合协议。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>The server {0} was restored from a backup and won't start until you confirm it.</source>
            <translation>服务器 {0} 来自备份，确认之前不会启动。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>The server {0}: {1}</source>
            <translation>服务器 {0}：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/snapshots.py" />
            <source>The snapshot {0} has different text.</source>
            <translation>快照 {0} 的文本不符。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/snapshots.py" />
            <source>The snapshot {0} is not stored here.</source>
            <translation>此处没有存储快照 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/snapshots.py" />
            <source>The snapshot {0} was changed or damaged after it was stored.</source>
            <translation>快照 {0} 在存储后被更改或损坏。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/sleep.py" />
            <source>The task has ended, so it can't be put to sleep.</source>
            <translation>任务已结束，无法休眠。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>The task ran out of time while the model was writing.</source>
            <translation>模型撰写时，任务的时间已用完。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/main_agent.py" />
            <source>The task ran out of time while tools were running.</source>
            <translation>工具运行时，任务的时间已用完。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/translation.py" />
            <source>The task was stopped.</source>
            <translation>任务已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/team.py" />
            <source>The team found no answer, so the sources are quoted: {0}</source>
            <translation>团队没有得出答案，因此改为引用来源：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>The time for gathering evidence ran out; the rest was not checked.</source>
            <translation>收集证据的时间已用完；其余内容未查看。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/budget.py" />
            <source>The time for this task ({0} s) has run out.</source>
            <translation>此任务的时间（{0} 秒）已用完。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/statistics.py" />
            <source>The two runs have no questions in common.</source>
            <translation>这两次运行没有共同的问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The update cannot be written: {0}.</source>
            <translation>无法写入更新：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The update list is damaged or invalid.</source>
            <translation>更新列表已损坏或无效。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The update list is older than the one offered before, or its parts don't match.</source>
            <translation>更新列表比以前提供的更旧，或其各部分互不相符。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The update list isn't signed by anyone this app trusts.</source>
            <translation>更新列表未经此应用信任的签名者签名。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The update list was signed too long ago. Someone may be blocking newer versions.</source>
            <translation>更新列表的签名时间过久。可能有人在阻挡新版本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/team.py" />
            <source>The verifier gave no verdict; this counts as a no.</source>
            <translation>核验者未给出结论，按否处理。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>The web was not searched</source>
            <translation>未搜索网络</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>The web was not searched.</source>
            <translation>未搜索网络。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/workers.py" />
            <source>The {0} is closed.</source>
            <translation>{0} 已关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/workers.py" />
            <source>The {0}'s process cannot be started ({1}).</source>
            <translation>无法启动 {0} 的进程（{1}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/workers.py" />
            <source>The {0}'s process cannot be started: {1}.</source>
            <translation>无法启动 {0} 的进程：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/workers.py" />
            <source>The {0}'s process did not start within {1} s.</source>
            <translation>{0} 的进程未能在 {1} 秒内启动。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>There is no Desktop Agent index in {0}.</source>
            <translation>{0} 中没有 Desktop Agent 的索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/sleep.py" />
            <source>There is no background run with the task_id {0}.</source>
            <translation>没有 task_id 为 {0} 的后台运行。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/manager.py" />
            <source>There is no background run {0}.</source>
            <translation>没有后台运行 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/tools.py" />
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>There is no collection named {0}.</source>
            <translation>没有资料集 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/conversations/turns.py" />
            <source>There is no conversation {0}.</source>
            <translation>没有对话 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>There is no event of type {0}.</source>
            <translation>没有类型为 {0} 的事件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>There is no folder or file {0}.</source>
            <translation>没有文件夹或文件 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>There is no folder {0}.</source>
            <translation>没有文件夹 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>There is no key called {0}.</source>
            <translation>没有名为 {0} 的密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>There is no model provider called {0}.</source>
            <translation>没有名为 {0} 的模型提供方。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>There is no question.</source>
            <translation>没有问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/run_archives.py" />
            <source>There is no recording or recorded run named {0}.</source>
            <translation>没有运行记录文件或已记录的运行 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>There is no schedule called {0}.</source>
            <translation>没有名为 {0} 的定时提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>There is no server in the pasted text.</source>
            <translation>粘贴的内容中没有服务器。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>There is no server named {0}.</source>
            <translation>没有名为 {0} 的服务器。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/dispatch.py" />
            <source>There is no strategy named {0}.</source>
            <translation>没有名为 {0} 的策略。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/conversations/turns.py" />
            <source>There is no turn {0} in the conversation.</source>
            <translation>对话中没有第 {0} 轮。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/errors.py" />
            <source>There is not enough memory for this.</source>
            <translation>内存不足，无法完成此操作。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>There is nothing in the sources that can be indexed.</source>
            <translation>来源中没有可建立索引的内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/consulter.py" />
            <source>There was no draft.</source>
            <translation>没有草稿。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>There was no plan, so the question will be handled as a whole.</source>
            <translation>没有计划，因此问题作为一个部分来处理。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>This build has no update address.</source>
            <translation>此版本没有更新地址。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>This is more than one server.</source>
            <translation>这里包含不止一个服务器。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>This run has no model.</source>
            <translation>此次运行没有模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/run.py" />
            <source>This run is not recorded: {0}</source>
            <translation>未记录此次运行：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>This run was recorded in format {0}; this app supports up to {1}.</source>
            <translation>此次运行以格式 {0} 记录；本应用最高支持 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/sleep.py" />
            <source>This task already has a sleep scheduled ({0}).</source>
            <translation>此任务已安排了一次休眠（{0}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/background_runs.py" />
            <source>This task has already started all {0} background tasks it is allowed.</source>
            <translation>此任务最多可以开始 {0} 个后台任务，现已达到上限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/knowledge_base.py" />
            <source>To index the pages it has read, switch on knowledge.pages.</source>
            <translation>要为它读过的网页建立索引，请打开 knowledge.pages。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/search_model.py" />
            <source>Try again later, or look for a newer version of Desktop Agent.</source>
            <translation>请稍后再试，或查找 Desktop Agent 的新版本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Try again later, or look for another source.</source>
            <translation>请稍后重试，或另找来源。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <location filename="../../desktop_agent/app/updates.py" />
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>Try again later.</source>
            <translation>请稍后重试。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/client.py" />
            <source>Try again, choose a smaller model, or raise llm.first_token_timeout_s or llm.between_tokens_timeout_s.</source>
            <translation>请重试、选择较小的模型，或调高 llm.first_token_timeout_s 或 llm.between_tokens_timeout_s。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Try again, choose a smaller model, or raise llm.first_token_timeout_s.</source>
            <translation>请重试、选择较小的模型，或调高 llm.first_token_timeout_s。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Try again, or look for another source.</source>
            <translation>请重试，或另找来源。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Try again.</source>
            <translation>请重试。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Try again. If it keeps happening, check the server's log.</source>
            <translation>请重试；若仍如此，请查看服务器自身的日志。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>Try again. If it keeps happening, tell the server's developers.</source>
            <translation>请重试；若仍如此，请告知该服务器的开发者。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>Try it first.</source>
            <translation>请先试用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/follow_up.py" />
            <source>Understood as: {0}</source>
            <translation>理解为：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>Unlock it with your system's password manager.</source>
            <translation>请用系统的密码管理器解锁。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/document.py" />
            <source>Unpack it into the folder.</source>
            <translation>请将其解压到文件夹中。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>Unreadable text: the fonts don't identify their characters: {0}.</source>
            <translation>文本无法读取，因为其字体未指明字母：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <location filename="../../desktop_agent/storage/schedules.py" />
            <source>Update Desktop Agent to open it.</source>
            <translation>请更新 Desktop Agent 以打开它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>Update Desktop Agent to play it.</source>
            <translation>请更新 Desktop Agent 以播放它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Update Desktop Agent, then restore it; nothing was changed.</source>
            <translation>请更新 Desktop Agent，然后再恢复；未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>Updates are accepted only over https, not from {0}.</source>
            <translation>更新只能通过 https 获取，不能来自 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>Updates can't be downloaded.</source>
            <translation>无法下载更新。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>Use a larger model, or show only the quotes: ask with the evidence strategy.</source>
            <translation>请使用更大的模型，或只显示引文：用“证据”策略提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/sleep.py" />
            <source>Use an ID returned by start_research.</source>
            <translation>请使用 start_research 给出的编号。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/records.py" />
            <source>Use another folder with --out.</source>
            <translation>请用 --out 指定另一个文件夹。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>Use the form provider/model.</source>
            <translation>请写成 provider/model。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>Use up to 64 letters, digits, spaces, dots and dashes.</source>
            <translation>请使用最多 64 个字母、数字、空格、点和短横线。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/document.py" />
            <source>Use: desktop-agent knowledge build</source>
            <translation>请使用：desktop-agent knowledge build</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>Valid names: {0}.</source>
            <translation>可用名称：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/base.py" />
            <source>Vectors from {0} don't fit the index, which contains {1}.</source>
            <translation>{0} 的向量不适合此索引：其中为 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Wait before reading from this site again.</source>
            <translation>请稍候再读取此网站。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/manager.py" />
            <source>Wait for some of them to finish, or remove them from the task list.</source>
            <translation>请等其中一些结束，或将其移出任务列表。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>Wait until that task has ended, or stop it.</source>
            <translation>请等待该任务结束，或将其停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Wait {0} s before reading from this site again.</source>
            <translation>请等待 {0} 秒再读取此网站。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Wait, or choose another model.</source>
            <translation>请稍候，或选择其他模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Web search failed</source>
            <translation>网络搜索失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/background_runs.py" />
            <source>Work on the question here.</source>
            <translation>请在此处理该问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>Write [{0}] with its keys below it.</source>
            <translation>请写出 [{0}]，并在其下写各个键。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Write it as [provider/]model[@url], like qwen3:4b, openai/gpt-5 or ollama/qwen3:8b@http://192.168.1.20:11434.</source>
            <translation>请写成 [provider/]model[@url]，例如 qwen3:4b、openai/gpt-5 或 ollama/qwen3:8b@http://192.168.1.20:11434。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <source>You can attach text, Markdown, CSV, JSON, code, HTML, PDF, Office and OpenDocument files, RTF, EPUB, email, PNG, JPEG, WebP and GIF.</source>
            <translation>可以附加文本、Markdown、CSV、JSON、代码、HTML、PDF、Office 和 OpenDocument 文件、RTF、EPUB、邮件、PNG、JPEG、WebP 和 GIF。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>Your system may be asking for the keyring's password.</source>
            <translation>系统可能正在要求输入密钥环的密码。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/auto.py" />
            <source>a factual question: a second agent checks the draft</source>
            <translation>事实问题：由第二个代理检查草稿</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>a file or folder cannot be replaced: {0}.</source>
            <translation>有内容无法替换：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>a page's text doesn't match its name</source>
            <translation>某个页面的内容与其名称不符</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/auto.py" />
            <source>a question about current facts: the web is searched first</source>
            <translation>时事问题：先搜索网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/auto.py" />
            <source>a question with many parts</source>
            <translation>由多个部分组成的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>an entry appears twice</source>
            <translation>有条目重复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>an entry is larger than its stated size</source>
            <translation>有条目比声明的更大</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>an entry isn't a regular file</source>
            <translation>有条目不是普通文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>an entry uses an unknown compression method</source>
            <translation>有条目使用了未知的打包方式</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>an entry uses unknown compression</source>
            <translation>有条目使用了未知的压缩方式</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>an entry would expand to many times its size</source>
            <translation>有条目解压后会远大于其自身</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>another copy of Desktop Agent has {0} open.</source>
            <translation>另一个 Desktop Agent 正打开着 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>another copy of Desktop Agent is running a task.</source>
            <translation>另一个 Desktop Agent 正在执行任务。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>asks for {0}</source>
            <translation>请求 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>belongs to something else</source>
            <translation>属于其他内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>computed without code</source>
            <translation>未用代码计算</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <source>cut at {0} of {1} characters</source>
            <translation>共 {1} 个字符，只取前 {0} 个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>cut off at the reply's length limit</source>
            <translation>因达到回复长度上限而截断</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>cut off: the task ran out of time</source>
            <translation>已截断：任务的时间已用完</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>cut off: {0}</source>
            <translation>已截断：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>does not exist</source>
            <translation>不存在</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>doesn't allow access</source>
            <translation>不允许读取</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/claims/citation_check.py" />
            <source>elsewhere, the page says otherwise</source>
            <translation>该网页另有不同说法</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>fetch.allow_hosts has {0}, which is neither a host nor host:port.</source>
            <translation>fetch.allow_hosts 含有 {0}，它既不是主机也不是 主机:端口。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>gave no answer</source>
            <translation>没有应答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>has tables, views or triggers that don't belong to Desktop Agent</source>
            <translation>含有不属于 Desktop Agent 的表、视图或触发器</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>indexing words and vectors</source>
            <translation>正在为词语和向量建立索引</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>insufficient evidence</source>
            <translation>证据不足</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>is blocked for legal reasons</source>
            <translation>因法律原因被屏蔽</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>is damaged</source>
            <translation>已损坏</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>is getting too many requests from this computer</source>
            <translation>收到来自这台电脑的请求过多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>it asks you to prove you're human</source>
            <translation>它要求证明你是真人</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/auto.py" />
            <source>it calls for research</source>
            <translation>要求进行研究</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>it cannot be read</source>
            <translation>无法读取</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>it contains no recording</source>
            <translation>其中没有运行记录</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>it contains the entry {0}</source>
            <translation>它含有条目 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>it contains too much data</source>
            <translation>其内容过多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>it contains {0}, which doesn't belong in a backup</source>
            <translation>它含有备份中不应有的 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>it did not answer in time</source>
            <translation>它未及时响应</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>it has no list of contents</source>
            <translation>它没有内容清单</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/contents.py" />
            <source>it is a different kind of list</source>
            <translation>它是其他内容的清单</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>it is encrypted</source>
            <translation>它已加密</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>it is too large</source>
            <translation>它过大</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>it is too long</source>
            <translation>过长</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>it is too short</source>
            <translation>它过短</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>it lists too many entries</source>
            <translation>它列出的条目过多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>it redirects elsewhere (meta refresh)</source>
            <translation>它转向别处 (meta refresh)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>it refers to an unknown database, {0}</source>
            <translation>它提到未知的数据库 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>it was undone.</source>
            <translation>已撤回。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>its TLS certificate is not trusted</source>
            <translation>其 TLS 证书不受信任</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/engine.py" />
            <source>its address in the settings is not a web address</source>
            <translation>设置中的地址不是网址</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>its contents don't match its list of contents</source>
            <translation>其内容与清单不符</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its end is missing or wasn't written by Desktop Agent</source>
            <translation>它没有结尾，或结尾不是 Desktop Agent 所写的</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its end isn't at the recorded position</source>
            <translation>其结尾不在所声明的位置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/searxng.py" />
            <source>its engines did not respond: {0}</source>
            <translation>其引擎没有响应：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its entries don't match its manifest</source>
            <translation>其中的条目与清单不符</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>its entries overlap</source>
            <translation>其条目相互重叠</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/contents.py" />
            <source>its format version isn't valid</source>
            <translation>其格式版本无效</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/contents.py" />
            <source>its list of contents cannot be read</source>
            <translation>无法读取其内容清单</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>its list of contents is too long</source>
            <translation>其内容清单过长</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its manifest has an invalid UTC time</source>
            <translation>其清单中的时间不是有效的 UTC 时间</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its manifest has no valid time</source>
            <translation>其清单中没有有效的时间</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its manifest is missing or incomplete</source>
            <translation>没有清单，或清单不完整</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>its name could not be looked up</source>
            <translation>无法查询其名称</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>its name is not known</source>
            <translation>其名称无法解析</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its recording belongs to another run</source>
            <translation>其中的记录属于另一次运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>its sizes do not add up</source>
            <translation>其各项大小的总和不符</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>looking for documents</source>
            <translation>正在查找文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>memory, for this session only ({0})</source>
            <translation>内存中，仅限本次会话（{0}）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/service.py" />
            <source>news search</source>
            <translation>新闻搜索</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/brave.py" />
            <location filename="../../desktop_agent/web/search/tavily.py" />
            <source>no API key</source>
            <translation>没有 API 密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>no TLS connection could be made</source>
            <translation>无法建立 TLS 连接</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/engine.py" />
            <source>no answer within {0} s</source>
            <translation>{0} 秒内没有响应</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>no longer exists</source>
            <translation>已不存在</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/auto.py" />
            <source>no model is available: {0}</source>
            <translation>没有可用的模型：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/approvals.py" />
            <source>no one is available to allow it. Continue without it.</source>
            <translation>没有人可以允许它。请在没有它的情况下继续。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>no result mentions “{0}”</source>
            <translation>没有结果提到“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/claims/citation_check.py" />
            <source>no source mentions {0}</source>
            <translation>没有来源提到 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/event_lines.py" />
            <source>none to check</source>
            <translation>无需核查</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/claim_quality.py" />
            <source>nothing in it to check</source>
            <translation>其中没有可核查的内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>nothing is listening there</source>
            <translation>那里没有服务在监听</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>nothing new</source>
            <translation>没有新内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>nothing to check</source>
            <translation>没有可检查的内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/service.py" />
            <source>on cooldown for {0} s after a CAPTCHA</source>
            <translation>遇到人机验证后冷却 {0} 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>on cooldown: a search just before this one got a CAPTCHA</source>
            <translation>冷却中：上一次搜索遇到了人机验证</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>on line {0}, column {1}</source>
            <translation>第 {0} 行第 {1} 列</translation>
        </message>
        <message>
            <source>one site ({0}); found as “{1}”</source>
            <translation>一个网站（{0}）；依据“{1}”找到</translation>
        </message>
        <message>
            <source>one site ({0}); found as “{1}”; a newer value is known</source>
            <translation>一个网站（{0}）；依据“{1}”找到；已知有更新的</translation>
        </message>
        <message>
            <source>one site ({0}); found as “{1}”; others say {2}</source>
            <translation>一个网站（{0}）；依据“{1}”找到；其他网站称 {2}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/brave.py" />
            <source>plan limit (HTTP 429): {0}</source>
            <translation>达到方案限额 (HTTP 429)：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/tavily.py" />
            <source>plan limit (HTTP {0}): {1}</source>
            <translation>达到方案限额 (HTTP {0})：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/tavily.py" />
            <source>plan limit for searches without a key{0}; add your own key to lift it</source>
            <translation>达到无密钥搜索的限额{0}；添加自己的密钥可解除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>quoted, because the model wrote no answer</source>
            <translation>引用来源，因为模型没有写出答案</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>requires a login</source>
            <translation>要求登录</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>requires payment</source>
            <translation>要求付费</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>searched for: {0}</source>
            <translation>已搜索：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/grounding/evidence_answer.py" />
            <source>seen in a search result, not on a page that was read</source>
            <translation>见于搜索结果，而非已读取的网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>simulated in code</source>
            <translation>用代码模拟得出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/contents.py" />
            <source>some of the numbers in it aren't valid</source>
            <translation>其数值无效</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>the configured keyring cannot be used: {0}</source>
            <translation>无法使用所配置的密钥环：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>the connection ended before the response arrived</source>
            <translation>连接在响应之前中断</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>the connection ended in the middle of the response</source>
            <translation>连接在响应中途中断</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>the connection failed</source>
            <translation>连接失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>the connection was cut off</source>
            <translation>连接被切断</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>the network has no route there</source>
            <translation>网络无法到达那里</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>the network is switched off</source>
            <translation>网络已关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>the page has neither results nor a no-results notice</source>
            <translation>页面既没有结果，也没有无结果提示</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>the page is far too large for a results page</source>
            <translation>页面过大，不像搜索结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/service.py" />
            <source>the query is empty</source>
            <translation>搜索词为空</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/engine.py" />
            <source>the response cannot be decompressed</source>
            <translation>无法解压响应</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>the response doesn't follow the protocol</source>
            <translation>响应不符合协议</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/engine.py" />
            <source>the response is {0}, not the expected JSON</source>
            <translation>响应是 {0}，而不是预期的 JSON</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/engine.py" />
            <source>the stored key contains invalid characters; store it again with `desktop-agent keys set {0}`</source>
            <translation>存储的密钥含有不应有的字符；请用 `desktop-agent keys set {0}` 重新存入</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/auto.py" />
            <source>the template “{0}” fits: {1}</source>
            <translation>模板“{0}”适用：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>there is no keyring on this system</source>
            <translation>此系统没有密钥环</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>was written by a newer version of Desktop Agent</source>
            <translation>由较新版本的 Desktop Agent 写入</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>worked out by code</source>
            <translation>用代码算出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>{0} (confidence {1})</source>
            <translation>{0}（可信度 {1}）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/confidence.py" />
            <source>{0} ({1}); found as “{2}”</source>
            <translation>{0}（{1}）；以“{2}”的形式找到</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/team.py" />
            <source>{0} Answering from what was found so far.</source>
            <translation>{0} 将根据目前找到的内容作答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>{0} The question will be handled as a whole.</source>
            <translation>{0} 问题作为一个部分来处理。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/records.py" />
            <source>{0} can't be moved: {1}.</source>
            <translation>{0} 无法移动：{1}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} can't be reached: {1} isn't an http or https URL.</source>
            <translation>无法连接 {0}：{1} 不是 http 或 https 的 URL。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} can't be read: only http and https addresses are supported.</source>
            <translation>无法读取 {0}：只能读取 http 和 https 地址。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>{0} can't be started: there is no {1}.</source>
            <translation>无法启动 {0}：没有 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>{0} can't be started: {1} isn't allowed to run.</source>
            <translation>无法启动 {0}：不允许运行 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>{0} can't be used as a run name. Use letters, digits, - and _.</source>
            <translation>{0} 不能作为运行的名称：请使用字母、数字、- 和 _。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} can't be written to.</source>
            <translation>{0} 无法写入。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/knowledge_base.py" />
            <source>{0} cannot be added: Desktop Agent keeps its own files there.</source>
            <translation>无法添加 {0}：Desktop Agent 自己的文件在那里。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/knowledge_base.py" />
            <source>{0} cannot be added: it is neither a file nor a folder.</source>
            <translation>无法添加 {0}：它既不是文件也不是文件夹。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/knowledge_base.py" />
            <source>{0} cannot be added: {1}.</source>
            <translation>无法添加 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} cannot be changed: {1}.</source>
            <translation>无法更改 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>{0} cannot be deleted: {1}.</source>
            <translation>无法删除 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>{0} cannot be opened: {1}.</source>
            <translation>无法打开 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} cannot be reached safely: its TLS certificate is not trusted ({1}).</source>
            <translation>无法安全连接 {0}：其 TLS 证书不受信任 ({1})。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <location filename="../../resources/model_servers.toml" />
            <source>{0} cannot be reached: {1}.</source>
            <translation>无法连接 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} cannot be read or written: {1}.</source>
            <translation>无法读写 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>{0} cannot be read without pyarrow, which is not installed.</source>
            <translation>没有 pyarrow 无法读取 {0}，而它尚未安装。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/records.py" />
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <location filename="../../desktop_agent/knowledge/worker_main.py" />
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <location filename="../../desktop_agent/storage/crash_reports.py" />
            <location filename="../../desktop_agent/storage/files.py" />
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>{0} cannot be read: {1}.</source>
            <translation>无法读取 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/network_ledger.py" />
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} cannot be renamed: {1}.</source>
            <translation>无法重命名 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>{0} cannot be started: {1}.</source>
            <translation>无法启动 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} cannot be used: its {1} {2}.</source>
            <translation>无法使用 {0}：其中的 {1} {2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>{0} cannot be written: it is {1}, not a file.</source>
            <translation>无法写入 {0}：它不是普通文件（{1}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} cannot be written: the disk is full.</source>
            <translation>无法写入 {0}：磁盘已满。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} cannot be written: the disk is read-only.</source>
            <translation>无法写入 {0}：磁盘为只读。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>{0} cannot be written: the recording is closed.</source>
            <translation>无法写入 {0}：记录已关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/search_model.py" />
            <location filename="../../desktop_agent/app/update_client.py" />
            <location filename="../../desktop_agent/storage/files.py" />
            <source>{0} cannot be written: {1}.</source>
            <translation>无法写入 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>{0} characters</source>
            <translation>{0} 个字符</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/schedules.py" />
            <source>{0} contains a schedule that can't be read.</source>
            <translation>{0} 中有无法读取的定时提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>{0} contains documents from another collection or embedding model.</source>
            <translation>{0} 含有其他文档集或其他嵌入模型的文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/web.py" />
            <source>{0} contains instructions for the model, which are ignored: “{1}” ({2})</source>
            <translation>{0} 含有针对模型的指令，已忽略：“{1}”（{2}）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>{0} contains no events.</source>
            <translation>{0} 不含任何事件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/schedules.py" />
            <source>{0} contains no readable schedules.</source>
            <translation>{0} 中没有可以读取的定时提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <source>{0} contains no text.</source>
            <translation>{0} 中没有文本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/archive.py" />
            <source>{0} contains {1} files, which is too many.</source>
            <translation>{0} 包含 {1} 个文件，数量过多。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>{0} contradicted</source>
            <translation>{0} 处与来源矛盾</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>{0} contradicted and struck out</source>
            <translation>{0} 处与来源矛盾并已删去</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>{0} could not be checked: {1}</source>
            <translation>无法检查 {0}：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>{0} could not be read: {1}.</source>
            <translation>无法读取 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} could not get the model {1}: it cannot reach its library.</source>
            <translation>{0} 无法获取模型 {1}：它无法连接其模型库。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} could not get the model {1}: it is too old for this model.</source>
            <translation>{0} 无法获取模型 {1}：其版本过旧，不支持该模型。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} could not get the model {1}: there is no room left on its disk.</source>
            <translation>{0} 无法获取模型 {1}：其磁盘空间不足。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} could not get the model {1}: {2}.</source>
            <translation>{0} 无法获取模型 {1}：{2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/system/workers.py" />
            <source>{0} crashed the {1} ({2}).</source>
            <translation>{0} 使 {1} 崩溃（{2}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/archive.py" />
            <source>{0} declares entities in {1}, which isn't allowed.</source>
            <translation>{0} 在 {1} 中声明了实体，这是不允许的。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>{0} did not answer ({1}); using {2} instead.</source>
            <translation>{0} 未作答（{1}）；改由 {2} 回答。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} did not answer in time: {1}.</source>
            <translation>{0} 未及时响应：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>{0} did not start within {1} s.</source>
            <translation>{0} 未能在 {1} 秒内启动。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} does not accept the key: {1}.</source>
            <translation>{0} 不接受该密钥：{1}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} does not have the model {1}.</source>
            <translation>{0} 没有模型 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} doesn't match its entry in the list</source>
            <translation>{0} 与清单不符</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} doesn't support this kind of request (HTTP {1}): {2}.</source>
            <translation>{0} 不支持此类请求 (HTTP {1})：{2}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} failed with HTTP {1}: {2}.</source>
            <translation>{0} 失败，HTTP {1}：{2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/sources.py" />
            <source>{0} files of this kind were not read.</source>
            <translation>{0} 个此类文件未读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/sources.py" />
            <source>{0} files of this kind were not read: each is {1}.</source>
            <translation>{0} 个此类文件未读取：每个都是{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>{0} for the server {1} in {2} is invalid: {3}.</source>
            <translation>{2} 中服务器 {1} 的 {0} 有误：{3}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>{0} for the server {1}: {2}.</source>
            <translation>服务器 {1} 的 {0}：{2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/worker_main.py" />
            <source>{0} grew while it was being read.</source>
            <translation>{0} 在读取时变大了。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} has a backslash, so its host is ambiguous.</source>
            <translation>{0} 含有反斜杠，因此主机不明确。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} has a host that isn't a valid IPv4 address.</source>
            <translation>{0} 的主机不是 IPv4 地址。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} has a host that isn't a valid IPv6 address.</source>
            <translation>{0} 的主机不是 IPv6 地址。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} has an address that is valid in only one network zone.</source>
            <translation>{0} 的地址仅在某一网络区域内有效。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>{0} has changed since it was offered.</source>
            <translation>{0} 自提供以来已有变化。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} has changed since it was written</source>
            <translation>{0} 在写入后发生了变化</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/mail.py" />
            <source>{0} has more parts than an email can have.</source>
            <translation>{0} 的部分多于一封邮件应有的数量。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} has no valid host.</source>
            <translation>{0} 没有有效的主机。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} has no version</source>
            <translation>{0} 没有版本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>{0} has passed already.</source>
            <translation>{0} 已经过去。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} has too little space: {1} needed, {2} free.</source>
            <translation>{0} 空间不足：需要 {1}，可用 {2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>{0} in {1} isn't an object.</source>
            <translation>{1} 中的 {0} 不是对象。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/document.py" />
            <source>{0} is a data set of many documents, which are indexed separately.</source>
            <translation>{0} 是包含许多文档的数据集，需单独建立索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} is a local network name, not a public host.</source>
            <translation>{0} 是本地网络的名称，不是公共主机。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/document.py" />
            <source>{0} is an archive, which isn't supported.</source>
            <translation>{0} 是压缩包，不受支持。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <source>{0} is an exported conversation. Earlier answers aren't sources.</source>
            <translation>{0} 是导出的对话。先前的回答不是来源。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} is closed.</source>
            <translation>{0} 已关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/html.py" />
            <source>{0} is copy-protected.</source>
            <translation>{0} 受复制保护。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} is damaged ({1}), and its readable parts couldn't be saved: {2}.</source>
            <translation>{0} 已损坏（{1}），其中可读取的内容无法保存：{2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <source>{0} is damaged or incomplete.</source>
            <translation>{0} 已损坏或不完整。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>{0} is damaged or isn't Arrow or Parquet: {1}.</source>
            <translation>{0} 已损坏，或不是 Arrow 或 Parquet 文件：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} is damaged, and in use by another process.</source>
            <translation>{0} 已损坏，且正被另一个进程使用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/html.py" />
            <source>{0} is damaged: it doesn't list its chapters.</source>
            <translation>{0} 已损坏：没有列出其章节。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} is damaged: {1}.</source>
            <translation>{0} 已损坏：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <location filename="../../desktop_agent/knowledge/worker_main.py" />
            <location filename="../../desktop_agent/web/extract/pipeline.py" />
            <source>{0} is empty.</source>
            <translation>{0} 是空的。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} is full: the backup needs up to {1} there.</source>
            <translation>{0} 已满：备份在那里最多需要 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>{0} is handled with code.</source>
            <translation>{0} 将用代码处理。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>{0} is in an old Office format that only LibreOffice can read.</source>
            <translation>{0} 是旧的 Office 格式，只有 LibreOffice 能读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <location filename="../../desktop_agent/storage/database.py" />
            <location filename="../../desktop_agent/storage/files.py" />
            <source>{0} is in use by another process.</source>
            <translation>{0} 正被另一个进程使用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} is invalid: {1}.</source>
            <translation>{0} 有误：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>{0} is larger than {1} KiB.</source>
            <translation>{0} 大于 {1} KiB。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <source>{0} is larger than {1} MB.</source>
            <translation>{0} 大于 {1} MB。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/worker_main.py" />
            <source>{0} is larger than {1} MiB.</source>
            <translation>{0} 大于 {1} MiB。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>{0} is listed but missing.</source>
            <translation>{0} 已列出，但找不到它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} is nested too deeply.</source>
            <translation>{0} 嵌套过深。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} is not UTF-8 text.</source>
            <translation>{0} 不是 UTF-8 文本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} is not a URL: {1}.</source>
            <translation>{0} 不是 URL：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <location filename="../../desktop_agent/knowledge/worker_main.py" />
            <source>{0} is not a file.</source>
            <translation>{0} 不是文件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} is not a public address: {1}.</source>
            <translation>{0} 不是公共地址：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} is not a {1} database.</source>
            <translation>{0} 不是 {1} 的数据库。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>{0} is not for this system ({1}, {2}).</source>
            <translation>{0} 不适用于此系统（{1}，{2}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <location filename="../../desktop_agent/knowledge/loaders/text.py" />
            <source>{0} is not text.</source>
            <translation>{0} 不是文本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>{0} is not valid JSON: {1}.</source>
            <translation>{0} 不是有效的 JSON：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} is not valid TOML: a number or a date in it is too large.</source>
            <translation>{0} 不是有效的 TOML：其中有一个数字或日期过大。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} is not valid TOML: {1}.</source>
            <translation>{0} 不是有效的 TOML：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/client.py" />
            <source>{0} is reading {1} tokens, about {2} s…</source>
            <translation>{0} 正在读取 {1} 个 token，约需 {2} 秒…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/client.py" />
            <source>{0} is reading {1} tokens…</source>
            <translation>{0} 正在读取 {1} 个 token…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>{0} is sending data too slowly.</source>
            <translation>{0} 发送过慢。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} is too large</source>
            <translation>{0} 太大</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <location filename="../../desktop_agent/storage/schedules.py" />
            <source>{0} is version {1}; this app supports up to {2}.</source>
            <translation>{0} 的版本是 {1}；本应用最高支持 {2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/media_type.py" />
            <source>{0} is {1} {2}, which isn't supported.</source>
            <translation>{0} 是 {1} {2}，不受支持。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/document.py" />
            <source>{0} is {1}, which isn't supported.</source>
            <translation>{0} 是 {1}，不受支持。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>{0} isn't JSON with a title and text.</source>
            <translation>{0} 不是带有标题和文本的 JSON。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>{0} isn't a JSON object.</source>
            <translation>{0} 不是 JSON 对象。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} isn't a backup or is damaged: {1}.</source>
            <translation>{0} 不是备份，或已损坏：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>{0} isn't a recording of a single run.</source>
            <translation>{0} 不是单次运行的记录。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>{0} isn't a run that can be opened: {1}.</source>
            <translation>{0} 不是可以打开的运行：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} isn't a setting.</source>
            <translation>{0} 不是任何设置的名称。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/snapshots.py" />
            <source>{0} isn't a snapshot ID, which has 64 hex digits.</source>
            <translation>{0} 不是快照 ID：快照 ID 是 64 位十六进制数字。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} isn't a table.</source>
            <translation>{0} 不是表。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>{0} isn't a valid file name for an update.</source>
            <translation>{0} 不是有效的更新文件名。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>{0} isn't a valid update address.</source>
            <translation>{0} 不是可用的更新地址。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>{0} isn't a valid version.</source>
            <translation>{0} 不是有效的版本号。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} isn't accepting more requests right now: {1}.</source>
            <translation>{0} 目前不再接受请求：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>{0} isn't an embedding model.</source>
            <translation>{0} 不是嵌入模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>{0} isn't in the expected form: {1}.</source>
            <translation>{0} 的形式与预期不符：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/archive.py" />
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <location filename="../../desktop_agent/knowledge/loaders/opendocument.py" />
            <source>{0} needs a password.</source>
            <translation>{0} 需要密码。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} needs {1}. Nothing was changed.</source>
            <translation>{0} 中需要 {1}。未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/document_reader.py" />
            <source>{0} no longer exists.</source>
            <translation>{0} 已不存在。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/session.py" />
            <source>{0} now refers to another server.</source>
            <translation>{0} 现在指向另一个服务器。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>{0} of {1} statements confirmed by their source</source>
            <translation>{1} 条陈述中有 {0} 条得到来源证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>{0} on the server {1} took longer than {2} s.</source>
            <translation>服务器 {1} 的 {0} 用时超过 {2} 秒。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>{0} partly confirmed</source>
            <translation>{0} 条得到部分证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>{0} passages</source>
            <translation>{0} 个段落</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/manager.py" />
            <source>{0} questions are already waiting in the background.</source>
            <translation>后台已有 {0} 个问题在等待。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/runner.py" />
            <source>{0} questions in a row failed. The last error was: {1}</source>
            <translation>连续 {0} 个问题失败。最后一个错误：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>{0} redirects in a loop.</source>
            <translation>{0} 循环重定向。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>{0} redirects more than {1} times.</source>
            <translation>{0} 重定向超过 {1} 次。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>{0} redirects to an invalid URL.</source>
            <translation>{0} 重定向到的不是 URL。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>{0} redirects to another address, which was not followed.</source>
            <translation>{0} 转向另一个地址，未予跟随。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>{0} redirects to {1}, a host on your network.</source>
            <translation>{0} 重定向到 {1}，它是你自己网络中的主机。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>{0} refused access (HTTP {1}).</source>
            <translation>{0} 拒绝了访问 (HTTP {1})。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} refused the request (HTTP {1}): {2}.</source>
            <translation>{0} 拒绝了请求 (HTTP {1})：{2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>{0} returned HTTP {1}.</source>
            <translation>{0} 返回了 HTTP {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/base.py" />
            <source>{0} returned vectors with {1} dimensions, but earlier ones had {2}.</source>
            <translation>{0} 给出了 {1} 维向量，之前为 {2} 维。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/search_model.py" />
            <source>{0} sent a file that is not the expected search model. It was deleted.</source>
            <translation>{0} 发送的不是所需的搜索模型，已将其删除。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} sent a response that doesn't follow its protocol: {1}.</source>
            <translation>{0} 发来的内容不符合其协议：{1}。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} sent an empty reply.</source>
            <translation>{0} 发来空回复。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>{0} sent more than the expected {1} bytes.</source>
            <translation>{0} 发来的内容超过预期的 {1} 字节。</translation>
        </message>
        <message>
            <source>{0} sites agree ({1}); found as “{2}”</source>
            <translation>{0} 个网站一致（{1}）；依据“{2}”找到</translation>
        </message>
        <message>
            <source>{0} sites agree ({1}); found as “{2}”; a newer value is known</source>
            <translation>{0} 个网站一致（{1}）；依据“{2}”找到；已知有更新的</translation>
        </message>
        <message>
            <source>{0} sites agree ({1}); found as “{2}”; others say {3}</source>
            <translation>{0} 个网站一致（{1}）；依据“{2}”找到；其他网站称 {3}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>{0} stopped while starting: {1}.</source>
            <translation>{0} 在启动时停止：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>{0} unconfirmed</source>
            <translation>{0} 处未能证实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/archive.py" />
            <source>{0} unpacks to more than {1}.</source>
            <translation>{0} 解压后超过 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} uses port {1}, which isn't a valid port number.</source>
            <translation>{0} 指定了端口 {1}，该端口不存在。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>{0} values not found on any page</source>
            <translation>{0} 个没有任何网页提及的数值</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>{0} was added.</source>
            <translation>已添加 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/records.py" />
            <source>{0} was created with different settings ({1}).</source>
            <translation>{0} 是用其他设置生成的（{1}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>{0} was damaged; the damaged file was kept as {1} in the same folder.</source>
            <translation>{0} 已损坏；损坏的文件以 {1} 为名保留在旁边。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>{0} was made in format {1}; this app supports up to {2}.</source>
            <translation>{0} 以格式 {1} 生成；本应用最高支持 {2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/models.py" />
            <source>{0} was not downloaded: the network is switched off.</source>
            <translation>未下载 {0}：网络已关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>{0} was not read within {1} s.</source>
            <translation>未能在 {1} 秒内读取 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>{0} was not read: the web is switched off.</source>
            <translation>未读取 {0}：网络搜索已关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>{0} was not saved exactly as it was sent.</source>
            <translation>{0} 写入磁盘的内容与收到的不符。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} was written by a newer version of Desktop Agent ({1}).</source>
            <translation>{0} 由较新版本的 Desktop Agent 写入 ({1})。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>{0} would store keys unencrypted in a file</source>
            <translation>{0} 会将密钥不加密地存入文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>{0} {1} (HTTP {2}).</source>
            <translation>{0} {1} (HTTP {2})。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>{0}, line {1}: there are more entries after the end of the run.</source>
            <translation>{0}，第 {1} 行：运行在结束后仍有内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/labelled_data.py" />
            <source>{0}: nothing in it can be measured.</source>
            <translation>{0}：其中没有可以测量的内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>{0}: the keyring is locked.</source>
            <translation>{0}：密钥环已锁定。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>{0}: the keyring refused access{1}.</source>
            <translation>{0}：密钥环拒绝访问{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/swarm.py" />
            <source>{0}: the models disagree ({1}). Asking again.</source>
            <translation>{0}：各模型意见不一致（{1}）。正在重新询问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/datasets.py" />
            <source>{0}: there are no usable questions. {1}</source>
            <translation>{0}：没有可用的问题。{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/datasets.py" />
            <source>{0}: two questions have the id {1}.</source>
            <translation>{0}：有两个问题的编号都是 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/labelled_data.py" />
            <source>{0}: two rows have the id {1}.</source>
            <translation>{0}：有两行的 id 都是 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>{0}: {1} Repeating step {2}.</source>
            <translation>{0}：{1} 正在重做步骤 {2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>{0}; no calculation steps back up the first result.</source>
            <translation>{0}；没有算式可以证实第一次计算。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/service.py" />
            <source>{0}; on cooldown for {1} s</source>
            <translation>{0}；冷却 {1} 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>{0}; the first calculation is kept because its arithmetic is correct.</source>
            <translation>{0}；第一次计算的算式正确，因此以它为准。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>{0}; the first program's result is kept.</source>
            <translation>{0}；以第一个程序的结果为准。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>{0}; the new value isn't used because no code ran.</source>
            <translation>{0}；由于没有运行代码，未采用新值。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>“{0}” has no future occurrences.</source>
            <translation>“{0}”不会再次到来。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>“{0}” has no start time.</source>
            <translation>“{0}”没有开始时间。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>“{0}” is already being asked.</source>
            <translation>“{0}”已在提问中。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>“{0}” isn't a usable schedule rule: {1}.</source>
            <translation>“{0}”不是可以执行的规则：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>“{0}” isn't a valid time: {1}.</source>
            <translation>“{0}”不是有效的时间：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>“{0}” isn't part of a valid rule</source>
            <translation>“{0}”不是有效规则的组成部分</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/conversations/store.py" />
            <source>“{0}” was deleted.</source>
            <translation>“{0}”已被删除。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>“{0}” was scheduled to be asked once, and that time has passed.</source>
            <translation>“{0}”原定只提问一次，而该时间已过。</translation>
        </message>
    </context>
    <context>
        <name>Middle</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/page_stack.py" />
            <source>One moment…</source>
            <translation>请稍候…</translation>
        </message>
    </context>
    <context>
        <name>ModePicker</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Choose how thoroughly to work on the question</source>
            <translation>选择处理问题的深入程度</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Mode</source>
            <translation>模式</translation>
        </message>
    </context>
    <context>
        <name>ModelButton</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Check again</source>
            <translation>重新检查</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Looking for a model…</source>
            <translation>正在查找模型…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Manage models…</source>
            <translation>管理模型…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Model: {0}</source>
            <translation>模型：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>No model yet</source>
            <translation>尚无模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>{0} (default)</source>
            <translation>{0}（默认）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>{0} is not ready</source>
            <translation>{0} 未就绪</translation>
        </message>
    </context>
    <context>
        <name>ModelChoice</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Choose one of these: {0}.</source>
            <translation>请选择其中之一：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>None of your models can.</source>
            <translation>你的模型都不能。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>The model</source>
            <translation>该模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>{0} can't read images.</source>
            <translation>{0} 无法读取图片。</translation>
        </message>
    </context>
    <context>
        <name>ModelManager</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Delete {0}?</source>
            <translation>要删除 {0} 吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Delete…</source>
            <translation>删除…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download</source>
            <translation>下载</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download this model (Enter)</source>
            <translation>下载此模型 (Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Frees {0}. You can download it again later.</source>
            <translation>释放 {0}。以后可以重新下载。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Installed</source>
            <translation>已安装</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Installed models</source>
            <translation>已安装的模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Name from ollama.com/library, such as qwen3:8b</source>
            <translation>ollama.com/library 上的名称，例如 qwen3:8b</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Name of a model to download</source>
            <translation>要下载的模型名称</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>None yet. Download one below.</source>
            <translation>还没有。请在下方下载。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Now using {0}</source>
            <translation>正在使用 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Press Enter to use, Delete to delete</source>
            <translation>Enter：使用。Delete：删除。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Use</source>
            <translation>使用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>{0} deleted</source>
            <translation>已删除 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>{0} on disk</source>
            <translation>占用磁盘 {0}</translation>
        </message>
    </context>
    <context>
        <name>Models</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Asking Ollama…</source>
            <translation>正在询问 Ollama…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Better answers, slower</source>
            <translation>回答更好，速度较慢</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Connecting…</source>
            <translation>正在连接…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Fast, for simple questions</source>
            <translation>快速，适合简单问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Good all-round choice for research</source>
            <translation>适合研究的通用选择</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Installed</source>
            <translation>已安装</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reads images you attach</source>
            <translation>可读取你附加的图片</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Recommended</source>
            <translation>推荐</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Searches your files; can't chat</source>
            <translation>用于搜索文件；不能对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Stopped. Resume at any time.</source>
            <translation>已停止，可随时继续。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Suggestions</source>
            <translation>建议</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Suggestions for {0:.0f} GB of memory</source>
            <translation>适合 {0:.0f} GB 内存的建议</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Verifying…</source>
            <translation>正在校验…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>for search</source>
            <translation>用于搜索</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>in memory</source>
            <translation>在内存中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>in use</source>
            <translation>使用中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>needs about {0} GB of memory</source>
            <translation>约需 {0} GB 内存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>needs about {0} of {1} GB of memory</source>
            <translation>约需 {0} GB 内存（共 {1} GB）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>needs {0} GB of memory</source>
            <translation>需要 {0} GB 内存</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>reads images</source>
            <translation>可读图片</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>reads {0} tokens/s</source>
            <translation>每秒读取 {0} 个 token</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>reasoning</source>
            <translation>推理</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>tools</source>
            <translation>工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>writes {0} tokens/s</source>
            <translation>每秒写出 {0} 个 token</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0:.0f} MB</source>
            <translation>{0:.0f} MB</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0:.0f} kB</source>
            <translation>{0:.0f} kB</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0:.1f} GB</source>
            <translation>{0:.1f} GB</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0} h {1} min left</source>
            <translation>剩余 {0} 小时 {1} 分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0} min left</source>
            <translation>剩余 {0} 分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0} of {1}</source>
            <translation>{0} / {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0} s left</source>
            <translation>剩余 {0} 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>{0} tokens</source>
            <translation>{0} 个 token</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0}/s</source>
            <translation>{0}/秒</translation>
        </message>
    </context>
    <context>
        <name>Moments</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/dates.py" />
            <source>d MMM</source>
            <translation>M月d日</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/dates.py" />
            <source>d MMM yy</source>
            <translation>yyyy年M月d日</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/dates.py" />
            <source>d MMM yyyy, hh:mm</source>
            <translation>yyyy年M月d日 hh:mm</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/dates.py" />
            <source>d MMM yyyy, hh:mm:ss</source>
            <translation>yyyy年M月d日 hh:mm:ss</translation>
        </message>
    </context>
    <context>
        <name>NetworkLog</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Clear</source>
            <translation>清空</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Clear the network log</source>
            <translation>清空网络日志</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Clear the network log?</source>
            <translation>清空网络日志？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Clear…</source>
            <translation>清空…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Export the network log</source>
            <translation>导出网络日志</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Filter by host or purpose</source>
            <translation>按主机或用途筛选</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Group by host</source>
            <translation>按主机分组</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>MCP server</source>
            <translation>MCP 服务器</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Network log</source>
            <translation>网络日志</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>No requests found</source>
            <translation>未找到请求</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>No requests yet</source>
            <translation>还没有请求</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Requests</source>
            <translation>请求</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Saved as {0}</source>
            <translation>已保存为 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>You won't be able to look up past requests. This can't be undone.</source>
            <translation>此后将无法再查看至今的请求。此操作无法撤销。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>blocked because you were offline</source>
            <translation>已拒绝，因为你处于离线状态</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>model</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>page</source>
            <translation>网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>sent {0}, received {1}</source>
            <translation>发送 {0}，接收 {1}</translation>
        </message>
    </context>
    <context>
        <name>NodeDetail</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Close details (Esc)</source>
            <translation>关闭详情 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Details</source>
            <translation>详情</translation>
        </message>
    </context>
    <context>
        <name>Notice</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/error_dialog.py" />
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/error_dialog.py" />
            <source>Copy details</source>
            <translation>复制详情</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/error_dialog.py" />
            <source>Copy the message and details for a report</source>
            <translation>复制消息和报告所需的详细信息</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/error_dialog.py" />
            <source>Something went wrong: {0}.</source>
            <translation>出现问题：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/error_dialog.py" />
            <source>Your chat is saved. See the log file for details, and please report it.</source>
            <translation>你的对话已保存。详情见日志文件，请报告此问题。</translation>
        </message>
    </context>
    <context>
        <name>Notifier</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>A task failed</source>
            <translation>任务失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>A task found too little evidence</source>
            <translation>任务找到的证据不足</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>A task needs your input</source>
            <translation>有任务需要你处理</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>Answer ready</source>
            <translation>回答已就绪</translation>
        </message>
    </context>
    <context>
        <name>OpenConversation</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/conversation/open_conversation.py" />
            <source>This question and its answer couldn't be saved: {0}</source>
            <translation>此问题和回答未保存：{0}</translation>
        </message>
    </context>
    <context>
        <name>OptionRow</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/page.py" />
            <source>Default: {0}</source>
            <translation>默认：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/page.py" />
            <source>Reset</source>
            <translation>重置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/page.py" />
            <source>Reset to {0}</source>
            <translation>恢复为 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/page.py" />
            <source>Reset {0}</source>
            <translation>重置{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/page.py" />
            <source>Set by {0}</source>
            <translation>由 {0} 设定</translation>
        </message>
    </context>
    <context>
        <name>Options</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>A larger one uses more memory</source>
            <translation>越大占用内存越多</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>A local model may load slowly</source>
            <translation>本地模型可能加载较慢</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>A server may download files the first time it starts</source>
            <translation>服务器首次启动时可能要下载文件</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>A shorter delay leads to more CAPTCHAs</source>
            <translation>间隔越短，验证码越多</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>API address</source>
            <translation>API 地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Additional tasks wait in a queue</source>
            <translation>更多任务排队等待</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Address</source>
            <translation>地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Address of your own server</source>
            <translation>你自己的服务器的地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Allow this many in one task</source>
            <translation>一个任务中最多允许的数量</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Allowed local hosts</source>
            <translation>允许的本地主机</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Also search pages you have read and your discoveries</source>
            <translation>同时搜索已读网页和你的发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Also search this folder or s3:// address</source>
            <translation>同时搜索此文件夹或 s3:// 地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Answer first</source>
            <translation>先作答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ask a single model this many times</source>
            <translation>向同一模型提问的次数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Block every connection that leaves this computer</source>
            <translation>阻止本机以外的一切连接</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Brave URL</source>
            <translation>Brave 地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Brave delay</source>
            <translation>Brave 间隔</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Cache</source>
            <translation>缓存</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check for updates daily</source>
            <translation>每天检查更新</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check statements with the reviewer</source>
            <translation>由审阅者核对陈述</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose what runs the model</source>
            <translation>选择由谁运行模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Chunk overlap</source>
            <translation>分段重叠</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Chunk size</source>
            <translation>分段长度</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Code memory limit</source>
            <translation>代码内存上限</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Code time limit</source>
            <translation>代码时限</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Compare each cited statement with its source. Automatic: only with models of 3B or larger</source>
            <translation>将每条带引用的陈述与来源对照。自动：模型不小于 3B 时启用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Connection timeout</source>
            <translation>连接超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Context window</source>
            <translation>上下文窗口</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Default mode</source>
            <translation>默认模式</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Divide a deep question into at most this many parts</source>
            <translation>将深入问题最多分成这么多部分</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Divide documents into parts of this length</source>
            <translation>将文档分成此长度的段落</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>DuckDuckGo URL</source>
            <translation>DuckDuckGo 地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>DuckDuckGo delay</source>
            <translation>DuckDuckGo 间隔</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>DuckDuckGo region</source>
            <translation>DuckDuckGo 地区</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Embedding model</source>
            <translation>嵌入模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Fallback model</source>
            <translation>备用模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Finish tasks after the window is closed</source>
            <translation>窗口关闭后继续完成任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>First-word timeout</source>
            <translation>首词超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Follow a template when one fits the question</source>
            <translation>有合适的模板时按模板推理</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Follow-up questions</source>
            <translation>后续问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>For Ollama or an OpenAI-compatible server</source>
            <translation>用于 Ollama 或兼容 OpenAI 的服务器</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>For example, de-de. Use wt-wt for all regions.</source>
            <translation>例如 de-de；wt-wt 表示所有地区</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>For example, ollama/qwen3:8b. Add @ and a URL for another host.</source>
            <translation>例如 ollama/qwen3:8b。其他主机请加 @ 和地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Give up if the reply stalls</source>
            <translation>不再有文字到达时放弃</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Give up on slow pages</source>
            <translation>放弃过慢的网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Give up on slow tools</source>
            <translation>放弃过慢的工具</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>How long to wait for the server</source>
            <translation>等待服务器的时间</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>How many document passages to use</source>
            <translation>使用多少段文档内容</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>How many results to ask for</source>
            <translation>请求的结果数量</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>How many times a model may search or read</source>
            <translation>模型可搜索或阅读的次数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>How many times to verify and search again</source>
            <translation>核实并再次搜索的次数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Idle timeout</source>
            <translation>空闲超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Include web pages</source>
            <translation>包括网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Index files when they change</source>
            <translation>文件更改时更新索引</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Index storage</source>
            <translation>索引存储</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Keep running in the tray</source>
            <translation>在托盘中继续运行</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>LanceDB suits large collections. Restart to apply.</source>
            <translation>LanceDB 适合大型文档集。重启后生效</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>LanceDB table</source>
            <translation>LanceDB 表</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Languages in scans</source>
            <translation>扫描件的语言</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Leave empty to use an installed one</source>
            <translation>留空则使用已安装的模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Leave out /v1 at the end</source>
            <translation>末尾不加 /v1</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Leave out slower models</source>
            <translation>略过更慢的模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Leave out unfinished steps</source>
            <translation>略过未完成的步骤</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Let models read these hosts on your network, such as wiki.local:8080</source>
            <translation>允许模型读取你网络中的这些主机，例如 wiki.local:8080</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Let models that disagree see the other answers</source>
            <translation>让意见不同的模型看到其他回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Let reasoning models think before they answer</source>
            <translation>让推理模型先思考再回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Limit the length of each reply</source>
            <translation>限制每次回复的长度</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Long task</source>
            <translation>长任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Lower is more predictable, higher more varied</source>
            <translation>越低越稳定，越高越多变</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Maximum file size</source>
            <translation>最大文件大小</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Maximum page size</source>
            <translation>最大网页大小</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Maximum reply length</source>
            <translation>最大回复长度</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Maximum sleep</source>
            <translation>最长休眠</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Nothing about you is sent</source>
            <translation>不会发送任何关于你的信息</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Notify me if a task takes longer than</source>
            <translation>任务耗时更长时通知我</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Notify me when a task finishes</source>
            <translation>任务完成时通知我</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Offer their tools to models</source>
            <translation>向模型提供它们的工具</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Only for long or background tasks</source>
            <translation>耗时较长或在后台运行时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Page timeout</source>
            <translation>网页超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Pages a model may open</source>
            <translation>模型可打开的网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Panel timeout</source>
            <translation>模型组超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Parallel parts</source>
            <translation>同时处理的部分</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Parts per plan</source>
            <translation>计划的部分</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Provider</source>
            <translation>提供方</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reasoning templates</source>
            <translation>推理模板</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reduce motion</source>
            <translation>减少动画</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Repeat the end of each part in the next</source>
            <translation>在下一段中重复上一段的结尾</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Restart to apply</source>
            <translation>重启后生效</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Results</source>
            <translation>结果数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Results per search</source>
            <translation>每次搜索的结果数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Retries</source>
            <translation>重试次数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Retry if the model fails before its first word</source>
            <translation>首词到达前可重试</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reuse the results of the same search</source>
            <translation>相同的搜索复用已有结果</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Review plans</source>
            <translation>审阅计划</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Review rounds</source>
            <translation>核查轮数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Sample from this share of the likeliest words</source>
            <translation>从这一比例的候选词中取样</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Samples</source>
            <translation>采样次数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>SearXNG URL</source>
            <translation>SearXNG 地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search by meaning</source>
            <translation>按含义搜索</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search engines</source>
            <translation>搜索引擎</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search timeout</source>
            <translation>搜索超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Second round</source>
            <translation>第二轮</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Show the plan for a deep question before it runs</source>
            <translation>深入问题开始前先显示计划</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Skip larger files</source>
            <translation>跳过更大的文件</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Skip larger pages</source>
            <translation>跳过更大的网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Start deep research with a quick answer</source>
            <translation>深入研究先给出快速回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Startup timeout</source>
            <translation>启动超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Stop code that runs longer than this</source>
            <translation>停止运行更久的代码</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Stop code that uses more than this</source>
            <translation>停止占用更多内存的代码</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Stop early</source>
            <translation>提前结束</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Strict: only pages you name, search results, and other pages on those sites</source>
            <translation>严格：仅限你给出的、搜索到的或同一网站的网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Suggest up to three questions below an answer</source>
            <translation>在回答下方建议最多三个问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tasks at once</source>
            <translation>同时进行的任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tasks started by a model</source>
            <translation>由模型启动的任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tavily URL</source>
            <translation>Tavily 地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tavily without a key</source>
            <translation>无密钥使用 Tavily</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Temperature</source>
            <translation>温度</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Template folder</source>
            <translation>模板文件夹</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Template time limit</source>
            <translation>模板时限</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tesseract codes, such as eng+deu</source>
            <translation>Tesseract 语言代码，例如 eng+deu</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Text size</source>
            <translation>文字大小</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The free plan allows one search per second</source>
            <translation>免费版每秒允许一次搜索</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The page that works without JavaScript</source>
            <translation>无脚本的页面</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Thinking</source>
            <translation>思考</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Time limit</source>
            <translation>时限</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Time to wait before trying the next engine</source>
            <translation>之后询问下一个引擎</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tool rounds</source>
            <translation>工具轮数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tool timeout</source>
            <translation>工具超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Top p</source>
            <translation>核采样（top p）</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tried from top to bottom until one responds</source>
            <translation>从上到下依次询问，直到有引擎响应</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Turn animations off</source>
            <translation>关闭动画</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Update URL</source>
            <translation>更新地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Use MCP servers</source>
            <translation>使用 MCP 服务器</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Use the free tier if no key is stored</source>
            <translation>没有存储密钥时使用免费额度</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Use this model if the first one fails</source>
            <translation>首选模型失败时使用此模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Used unless you choose another one</source>
            <translation>未另行选择时使用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Usually ends in /v1</source>
            <translation>通常以 /v1 结尾</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Wake a sleeping task after this time</source>
            <translation>此时间后唤醒休眠的任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Watch folders</source>
            <translation>监视文件夹</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>When it is reached, answer with the sources found so far</source>
            <translation>到达时限后，用已找到的来源作答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>When this many answers agree</source>
            <translation>达到这么多一致的回答时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Where Ollama listens</source>
            <translation>Ollama 的监听地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Without it, search matches words only</source>
            <translation>不启用时只按字词搜索</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Work offline</source>
            <translation>离线工作</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Work on this many parts at the same time</source>
            <translation>同时处理的部分数量</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Your own mirror</source>
            <translation>你自己的镜像</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Your own reasoning templates</source>
            <translation>你自己的推理模板</translation>
        </message>
    </context>
    <context>
        <name>OptionsButton</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Attach files and set options</source>
            <translation>附加文件和设置选项</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Attach files…</source>
            <translation>附加文件…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Files and options</source>
            <translation>文件和选项</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Review the plan</source>
            <translation>审阅计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Review the plan before deep research starts</source>
            <translation>在深入研究开始前审阅计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Time limit: {0}</source>
            <translation>时限：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Tools: {0}</source>
            <translation>工具：{0}</translation>
        </message>
    </context>
    <context>
        <name>Pages</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/page.py" />
            <source>Back to the chat</source>
            <translation>返回聊天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/page.py" />
            <source>Back to the chat (Esc)</source>
            <translation>返回聊天 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
    </context>
    <context>
        <name>Plan</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Before: {0}</source>
            <translation>之前：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Compute</source>
            <translation>计算</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Look up</source>
            <translation>查找</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Panel of models: no agreement</source>
            <translation>模型组：意见不一致</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Panel of models: {0}</source>
            <translation>模型组：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Plan</source>
            <translation>计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Plan: {0}</source>
            <translation>计划：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reason</source>
            <translation>推理</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Recalculated: {0}</source>
            <translation>重新计算：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Recalculation: different result</source>
            <translation>重新计算：结果不同</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Recalculation: not possible</source>
            <translation>重新计算：无法进行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Recalculation: same result</source>
            <translation>重新计算：结果相同</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Simulate</source>
            <translation>模拟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>after {0}</source>
            <translation>在 {0} 之后</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>agreement</source>
            <translation>意见一致</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>cut short</source>
            <translation>被中断</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>done</source>
            <translation>完成</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>no answer</source>
            <translation>没有回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>not started</source>
            <translation>未开始</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>running</source>
            <translation>进行中</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>waiting</source>
            <translation>休眠中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>{0} of 1 part</source>
            <translation>{0}/1 个部分</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} of {1} answers agree</source>
            <translation>{1} 个答案中有 {0} 个一致</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>{0} of {1} parts</source>
            <translation>{0}/{1} 个部分</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>{0} · waiting for you</source>
            <translation>{0} · 等待你处理</translation>
        </message>
    </context>
    <context>
        <name>PlanReview</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>One part per line, with its method ({0}) and the parts it needs in brackets.</source>
            <translation>每行一个部分；方括号中是其方法（{0}）和所依赖的部分。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Parts of the plan</source>
            <translation>计划的各部分</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Paused until you decide. The timer is stopped.</source>
            <translation>已暂停，等待你决定。计时已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Plan ready for review</source>
            <translation>待审阅的计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Review the plan</source>
            <translation>审阅计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Review the plan (template “{0}”)</source>
            <translation>审阅计划（模板“{0}”）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Run original</source>
            <translation>运行原计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Run the plan without your changes</source>
            <translation>不带你的更改运行计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Run this plan</source>
            <translation>执行此计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Run this plan (Ctrl+Enter)</source>
            <translation>执行此计划（Ctrl+Enter）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>Stop without an answer</source>
            <translation>停止，不给出回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/decision_cards.py" />
            <source>part {0} has an unknown method: {1}</source>
            <translation>第 {0} 部分使用了未知的方法 {1}</translation>
        </message>
    </context>
    <context>
        <name>Presence</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>Still running. To quit, use this icon's menu.</source>
            <translation>程序仍在运行。要退出，请使用此图标的菜单。</translation>
        </message>
    </context>
    <context>
        <name>ProgressLine</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Checking citations…</source>
            <translation>正在核查引用…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Checking the evidence…</source>
            <translation>正在检查证据…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choosing the next search…</source>
            <translation>正在选择下一次搜索…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Comparing the answer with the sources…</source>
            <translation>正在将回答与来源比较…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Computed in {0}</source>
            <translation>计算用时 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Failed after {0}</source>
            <translation>{0}后失败</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Gathering evidence…</source>
            <translation>正在收集证据…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Offline</source>
            <translation>离线</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reading {0}</source>
            <translation>正在读取 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Recalculating…</source>
            <translation>正在重新计算…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Refining the answer…</source>
            <translation>正在修订回答…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Researched for {0}</source>
            <translation>研究了 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reviewing the draft…</source>
            <translation>正在审阅草稿…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Running code…</source>
            <translation>正在运行代码…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Saving a discovery</source>
            <translation>正在保存发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Searching for “{0}”</source>
            <translation>正在搜索“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Show reasoning (Ctrl+R)</source>
            <translation>显示推理过程 (Ctrl+R)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Shows the reasoning</source>
            <translation>显示推理过程</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Sleeping: {0}</source>
            <translation>休眠中：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Sleeping…</source>
            <translation>休眠中…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Starting in the background: {0}</source>
            <translation>正在后台开始：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Starting…</source>
            <translation>正在启动…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Stopped after {0}</source>
            <translation>{0}后停止</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Thinking…</source>
            <translation>正在思考…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Thought for {0}</source>
            <translation>思考了 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Using {0}</source>
            <translation>正在使用 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Waiting for you to review the plan</source>
            <translation>等待你审阅计划</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Waiting for your permission to use {0}</source>
            <translation>等待你许可使用 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Waiting for your system's password prompt…</source>
            <translation>正在等待系统的密码提示…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Working on the parts of the question…</source>
            <translation>正在处理问题的各个部分…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Writing a draft…</source>
            <translation>正在撰写草稿…</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Writing the answer…</source>
            <translation>正在撰写回答…</translation>
        </message>
    </context>
    <context>
        <name>QuestionBar</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Copy question</source>
            <translation>复制问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Edit and ask again</source>
            <translation>编辑并重新提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Next version</source>
            <translation>下一版本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Previous version</source>
            <translation>上一版本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Show whole question</source>
            <translation>显示完整问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Version {0} of {1}</source>
            <translation>第 {0} 版，共 {1} 版</translation>
        </message>
    </context>
    <context>
        <name>QuestionEdit</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_edit.py" />
            <source>Ask anything</source>
            <translation>随便问点什么</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_edit.py" />
            <source>Enter to send, Shift+Enter for a new line</source>
            <translation>Enter 发送，Shift+Enter 换行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_edit.py" />
            <source>Question</source>
            <translation>问题</translation>
        </message>
    </context>
    <context>
        <name>QuestionQueue</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Edit</source>
            <translation>编辑</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Edit the queued question</source>
            <translation>编辑排队的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Next</source>
            <translation>下一个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Next, {0} queued</source>
            <translation>下一个，队列中有 {0} 个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Queued questions</source>
            <translation>排队的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Queued, not sent yet</source>
            <translation>已排队，尚未发送</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Remove the queued question</source>
            <translation>移除排队的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Send the next one</source>
            <translation>发送下一个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Send the next one (Enter in an empty field)</source>
            <translation>发送下一个（在空白输入框中按 Enter）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>{0} attached</source>
            <translation>{0} 个附件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>{0} queued, not sent yet</source>
            <translation>{0} 个已排队，尚未发送</translation>
        </message>
    </context>
    <context>
        <name>QuestionText</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>You asked: {0}</source>
            <translation>你的提问：{0}</translation>
        </message>
    </context>
    <context>
        <name>Reasoning</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 document</source>
            <translation>1 个文档</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 page</source>
            <translation>1 个网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 problem</source>
            <translation>1 个问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 request</source>
            <translation>1 个请求</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 result</source>
            <translation>1 条结果</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 search</source>
            <translation>1 次搜索</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 source</source>
            <translation>1 个来源</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 task</source>
            <translation>1 个任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 tool</source>
            <translation>1 个工具</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>A second agent reviews the draft, 2 to 6 calls</source>
            <translation>由第二个智能体审阅草稿，2 到 6 次调用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <location filename="../../resources/labels.toml" />
            <source>Answer</source>
            <translation>回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Auto</source>
            <translation>自动</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Background task</source>
            <translation>后台任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Before using tools</source>
            <translation>使用工具之前</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Calculator</source>
            <translation>计算</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Careful</source>
            <translation>谨慎</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Chooses the mode for each question</source>
            <translation>为每个问题选择模式</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Context shortened</source>
            <translation>上下文已缩短</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Deep</source>
            <translation>深度</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Draft</source>
            <translation>草稿</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Fast</source>
            <translation>快速</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Missing: {0}</source>
            <translation>缺失：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Mistake: {0}</source>
            <translation>错误：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Mode: {0}</source>
            <translation>模式：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Not enough evidence</source>
            <translation>证据不足</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Not reviewed</source>
            <translation>未审阅</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>One pass, 1 to 4 model calls</source>
            <translation>一次完成，1 到 4 次模型调用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Panel of models</source>
            <translation>模型组</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Planner</source>
            <translation>规划</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Plans, researches each part and checks the result; takes minutes</source>
            <translation>制定计划、分部分研究并检查；需要几分钟</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Quotes only</source>
            <translation>仅引文</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Quotes web pages and documents without a model</source>
            <translation>引用网页和文档，不使用模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Read {0}</source>
            <translation>读取 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Researcher</source>
            <translation>研究者</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Resumed</source>
            <translation>已继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Reviewed with comments, no changes</source>
            <translation>已审阅，有意见，无更改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Reviewed, no changes</source>
            <translation>已审阅，无更改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Reviewed: needs changes</source>
            <translation>已审阅：需要修改</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reviewer</source>
            <translation>审阅者</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Reviewer's notes</source>
            <translation>审阅者的意见</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Run code</source>
            <translation>运行代码</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Save a discovery: {0}</source>
            <translation>保存发现：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Search “{0}”</source>
            <translation>搜索“{0}”</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Sleeping</source>
            <translation>休眠中</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Stopped: not enough evidence</source>
            <translation>已停止：证据不足</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Team</source>
            <translation>团队</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Thinking</source>
            <translation>思考</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Three agents check each other's work, 2 to 10 model calls</source>
            <translation>三个智能体互相检查，2 到 10 次调用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Verifier</source>
            <translation>核验者</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Web search failed: no search engine responded</source>
            <translation>网页搜索失败：没有引擎能够响应</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Writer</source>
            <translation>撰写</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>blocked</source>
            <translation>被拦截</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>key refused</source>
            <translation>密钥被拒绝</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>layout changed</source>
            <translation>页面布局已改变</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>network error</source>
            <translation>网络错误</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>no results</source>
            <translation>没有结果</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>server error</source>
            <translation>服务器错误</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>skipped</source>
            <translation>已跳过</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>timed out</source>
            <translation>超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>too many requests</source>
            <translation>请求过多</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} characters</source>
            <translation>{0} 个字符</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} documents</source>
            <translation>{0} 个文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} min {1} s</source>
            <translation>{0} 分 {1} 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} ms</source>
            <translation>{0} 毫秒</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} pages</source>
            <translation>{0} 个网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} problems</source>
            <translation>{0} 个问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} requests</source>
            <translation>{0} 个请求</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} results</source>
            <translation>{0} 条结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} searches</source>
            <translation>{0} 次搜索</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} sources</source>
            <translation>{0} 个来源</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} tasks</source>
            <translation>{0} 个任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} tools</source>
            <translation>{0} 个工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>{0} → {1} tokens</source>
            <translation>{0} → {1} 个 token</translation>
        </message>
    </context>
    <context>
        <name>ReasoningPanel</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Collapse all</source>
            <translation>全部折叠</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Copy all steps (Ctrl+Shift+C)</source>
            <translation>复制全部步骤 (Ctrl+Shift+C)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Expand all</source>
            <translation>全部展开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Replay this task</source>
            <translation>重放此任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Steps for the next answer will appear here.</source>
            <translation>下一个回答的步骤会显示在这里。</translation>
        </message>
    </context>
    <context>
        <name>ReasoningTree</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Copy all steps</source>
            <translation>复制所有步骤</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Open page in browser</source>
            <translation>在浏览器中打开页面</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Press Enter for details</source>
            <translation>按 Enter 查看详情</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Reasoning</source>
            <translation>推理过程</translation>
        </message>
    </context>
    <context>
        <name>Replay</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Choose a file…</source>
            <translation>选择文件…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Export task</source>
            <translation>导出任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Import a task</source>
            <translation>导入任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>No recording is open</source>
            <translation>没有打开的录制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Open a recording</source>
            <translation>打开运行记录</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Open a recording…</source>
            <translation>打开记录…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Opening the recording…</source>
            <translation>正在打开记录…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Pause (Space)</source>
            <translation>暂停 (Space)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Play</source>
            <translation>播放</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Play (Space)</source>
            <translation>播放 (Space)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Playback speed</source>
            <translation>播放速度</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Position</source>
            <translation>位置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Recorded task</source>
            <translation>录制的任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Recorded tasks</source>
            <translation>录制的任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Replay</source>
            <translation>回放</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>The file will contain everything this task has read and written:</source>
            <translation>文件将包含此任务读取和写下的全部内容:</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>{0} and {1} more</source>
            <translation>{0} 及另外 {1} 个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay.py" />
            <source>{0}×</source>
            <translation>{0}×</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>• text of your own documents: {0}</source>
            <translation>• 你自己文档的文本：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>• the question, the answer and all {0} events</source>
            <translation>• 问题、回答和全部 {0} 个事件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>• the text of 1 page: {1}</source>
            <translation>• 1 个网页的文本:{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>• the text of {0} pages: {1}</source>
            <translation>• {0} 个网页的文本：{1}</translation>
        </message>
    </context>
    <context>
        <name>RowMenu</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Folder name</source>
            <translation>文件夹名称</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Keep this chat offline</source>
            <translation>让此对话离线</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Move to folder</source>
            <translation>移到文件夹</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>New folder</source>
            <translation>新建文件夹</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>New folder…</source>
            <translation>新建文件夹…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>No folder</source>
            <translation>不在文件夹中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Pin</source>
            <translation>置顶</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Print…</source>
            <translation>打印…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Tags</source>
            <translation>标签</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Tags…</source>
            <translation>标签…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>Unpin</source>
            <translation>取消置顶</translation>
        </message>
    </context>
    <context>
        <name>Runs</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Answered</source>
            <translation>已回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Ask again</source>
            <translation>再次提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Ask now</source>
            <translation>立即提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Ask slow questions in the background, and recurring ones on a schedule.</source>
            <translation>你可以一边做别的事，一边在后台提出耗时的问题；经常要问的问题可以定时提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Asked again in the background</source>
            <translation>已在后台重新提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Asking “{0}”</source>
            <translation>正在提问“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Compare with the previous answer</source>
            <translation>与上一个回答比较</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Edit schedule…</source>
            <translation>编辑定时提问…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Enter opens the chat, Space pauses or resumes, Delete stops or removes, the Menu key shows more</source>
            <translation>按 Enter 打开对话，空格键暂停或继续，Delete 停止或移除，菜单键显示更多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Export task…</source>
            <translation>导出任务…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>In progress</source>
            <translation>进行中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Loading tasks…</source>
            <translation>正在加载任务…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Next: {0}</source>
            <translation>下次:{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>No results</source>
            <translation>没有结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>No tasks yet</source>
            <translation>还没有任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Not enough evidence</source>
            <translation>证据不足</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Open chat</source>
            <translation>打开对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Queued</source>
            <translation>已排队</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Removed “{0}”</source>
            <translation>已移除“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Replay</source>
            <translation>回放</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Running</source>
            <translation>运行中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Schedule a question…</source>
            <translation>定时提问…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Scheduled</source>
            <translation>定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Search questions and answers</source>
            <translation>搜索问题和回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Search tasks</source>
            <translation>搜索任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Sleeping</source>
            <translation>休眠中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>Sleeping until you resume it</source>
            <translation>休眠中，等你继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>Waiting for another task</source>
            <translation>正在等待另一个任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>Waiting for another task to finish</source>
            <translation>等待另一个任务完成</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Waiting for you</source>
            <translation>等待你</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>Working…</source>
            <translation>正在处理…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>asked by a model</source>
            <translation>由模型提出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>asked by a model in “{0}”</source>
            <translation>由“{0}”中的模型提出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>asked in the background</source>
            <translation>在后台提出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>asked in the chat</source>
            <translation>在聊天中提出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>for {0}</source>
            <translation>已持续 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>resumes in {0}</source>
            <translation>{0} 后继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>scheduled</source>
            <translation>定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} d</source>
            <translation>{0} 天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} d {1} h</source>
            <translation>{0} 天 {1} 小时</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} h</source>
            <translation>{0} 小时</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} h {1} min</source>
            <translation>{0} 小时 {1} 分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} min</source>
            <translation>{0} 分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} min {1} s</source>
            <translation>{0} 分 {1} 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} of {1}</source>
            <translation>{0} / {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
    </context>
    <context>
        <name>Schedules</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Custom</source>
            <translation>自定义</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Daily</source>
            <translation>每天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Date and time</source>
            <translation>日期和时间</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Days</source>
            <translation>星期</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Edit schedule</source>
            <translation>编辑定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Every day at {0}</source>
            <translation>每天 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Every hour</source>
            <translation>每小时</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Every {0} at {1}</source>
            <translation>每{0} {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Every {0} days at {1}</source>
            <translation>每 {0} 天 {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Every {0} hours</source>
            <translation>每 {0} 小时</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Every {0} minutes</source>
            <translation>每 {0} 分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Every {0} weeks on {1} at {2}</source>
            <translation>每 {0} 周的{1} {2}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Mode</source>
            <translation>模式</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Monday to Friday at {0}</source>
            <translation>星期一至星期五 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Monthly on day {0} at {1}</source>
            <translation>每月 {0} 日 {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Monthly on the last day at {0}</source>
            <translation>每月最后一天 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Next: {0}</source>
            <translation>下次：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Next: {0}, then {1}</source>
            <translation>下次：{0}，之后：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Once</source>
            <translation>一次</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Question</source>
            <translation>问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Repeat</source>
            <translation>重复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Saturday and Sunday at {0}</source>
            <translation>星期六和星期日 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Schedule</source>
            <translation>定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Schedule a question</source>
            <translation>定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Scheduled questions are asked only while the app is open.</source>
            <translation>只有程序打开时才会定时提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Time of day</source>
            <translation>时刻</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>Weekly</source>
            <translation>每周</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>When (in English)</source>
            <translation>时间(英文)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>ddd d MMM</source>
            <translation>M月d日 ddd</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>ddd d MMM yyyy</source>
            <translation>yyyy年M月d日 ddd</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedules.py" />
            <source>{0}, {1}</source>
            <translation>{0} {1}</translation>
        </message>
    </context>
    <context>
        <name>SearchModelRow</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Delete it. You can download it again later.</source>
            <translation>删除它。以后可以重新下载。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download ({0})</source>
            <translation>下载（{0}）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download it from huggingface.co</source>
            <translation>从 huggingface.co 下载</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download the search model</source>
            <translation>下载搜索模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Installed</source>
            <translation>已安装</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Remove the search model</source>
            <translation>移除搜索模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Search model</source>
            <translation>搜索模型</translation>
        </message>
    </context>
    <context>
        <name>ServerCard</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Download {0}</source>
            <translation>下载 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Enter a key</source>
            <translation>输入密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>In use</source>
            <translation>使用中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Test connection</source>
            <translation>测试连接</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Test the connection to {0}</source>
            <translation>测试与 {0} 的连接</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Testing…</source>
            <translation>正在测试…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Use this address</source>
            <translation>使用此地址</translation>
        </message>
    </context>
    <context>
        <name>Servers</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Claude models</source>
            <translation>Claude 模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Models on this computer or another computer you own</source>
            <translation>本机或你另一台电脑上的模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>OpenAI, OpenRouter, LM Studio, llama.cpp, vLLM and others</source>
            <translation>OpenAI、OpenRouter、LM Studio、llama.cpp、vLLM 等</translation>
        </message>
    </context>
    <context>
        <name>Settings</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source> minutes</source>
            <translation> 分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source> points</source>
            <translation> 磅</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source> seconds</source>
            <translation> 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source> tokens</source>
            <translation> 个 token</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <location filename="../../resources/labels.toml" />
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source>Model default</source>
            <translation>模型默认</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>No model</source>
            <translation>无模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <location filename="../../resources/labels.toml" />
            <source>Off</source>
            <translation>关</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>On</source>
            <translation>开</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Open</source>
            <translation>开放</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>OpenAI-compatible</source>
            <translation>OpenAI 兼容</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search model</source>
            <translation>搜索模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source>Separate with commas</source>
            <translation>用逗号分隔</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Strict</source>
            <translation>严格</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <location filename="../../resources/labels.toml" />
            <source>System</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source>empty</source>
            <translation>空</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source>off</source>
            <translation>关</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/field.py" />
            <source>on</source>
            <translation>开</translation>
        </message>
    </context>
    <context>
        <name>SettingsDialog</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/dialog.py" />
            <source>No settings found</source>
            <translation>未找到设置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/dialog.py" />
            <source>Pages</source>
            <translation>网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/dialog.py" />
            <source>Search settings</source>
            <translation>搜索设置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/dialog.py" />
            <source>Search settings (Ctrl+F)</source>
            <translation>搜索设置 (Ctrl+F)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/dialog.py" />
            <source>Settings</source>
            <translation>设置</translation>
        </message>
    </context>
    <context>
        <name>SettingsPages</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Appearance</source>
            <translation>外观</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose how the web is searched and read.</source>
            <translation>选择如何搜索和阅读网页。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose how the window looks.</source>
            <translation>选择窗口的外观。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose how your files are indexed and searched.</source>
            <translation>选择如何索引和搜索你的文件。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose which model answers your questions.</source>
            <translation>选择由谁回答你的问题。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose which tools models may use besides search.</source>
            <translation>选择模型除搜索外可使用什么。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Control connections and keep your data safe.</source>
            <translation>控制连接，保护你的数据。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Privacy &amp; data</source>
            <translation>隐私与数据</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tools</source>
            <translation>工具</translation>
        </message>
    </context>
    <context>
        <name>SettingsSections</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>A file for bug reports.</source>
            <translation>用于报告问题的文件。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>API keys</source>
            <translation>API 密钥</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Advanced</source>
            <translation>高级</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>All your data in one file.</source>
            <translation>你的全部数据存于一个文件。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Answers</source>
            <translation>回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Backup</source>
            <translation>备份</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Connect external tools.</source>
            <translation>连接外部工具。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Diagnostics</source>
            <translation>诊断</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Every request this app has made, without its content.</source>
            <translation>本机发出的每个请求，不含内容。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Finds sources by meaning, not only by words. It runs on this computer and works best in English.</source>
            <translation>不仅按字词，还按含义查找来源。它在本机运行，最擅长英语。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Index</source>
            <translation>索引</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Let several models answer deep questions and vote.</source>
            <translation>让多个模型回答深入问题并投票。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>MCP servers</source>
            <translation>MCP 服务器</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Model and provider</source>
            <translation>模型与提供方</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Network</source>
            <translation>网络</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Network log</source>
            <translation>网络日志</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ollama models</source>
            <translation>Ollama 模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Panel of models</source>
            <translation>模型组</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Press Enter or double-click to change one.</source>
            <translation>按 Enter 或双击即可更改。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search model</source>
            <translation>搜索模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Updates</source>
            <translation>更新</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Web search</source>
            <translation>网页搜索</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Window</source>
            <translation>窗口</translation>
        </message>
    </context>
    <context>
        <name>SettingsWords</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>add remove allow never restart</source>
            <translation>添加 移除 允许 禁止 重启</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>download delete</source>
            <translation>下载 删除</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>key password unlock</source>
            <translation>密钥 密码 解锁</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>keys</source>
            <translation>快捷键 按键</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>log hosts requests export clear</source>
            <translation>日志 主机 请求 导出 清除</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>report log failure crash</source>
            <translation>报告 日志 故障 崩溃</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>save everything file move</source>
            <translation>保存 全部 文件 迁移</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>test connection key</source>
            <translation>测试 连接 密钥</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>version check download</source>
            <translation>版本 检查 下载</translation>
        </message>
    </context>
    <context>
        <name>ShortcutsPane</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Change the shortcut (Enter)</source>
            <translation>更改快捷键 (Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Change…</source>
            <translation>更改…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Commands and their shortcuts</source>
            <translation>命令及其快捷键</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Reset</source>
            <translation>重置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Reset all</source>
            <translation>全部重置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Reset all shortcuts</source>
            <translation>重置所有快捷键</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Reset this shortcut</source>
            <translation>重置此快捷键</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Shortcuts reset</source>
            <translation>快捷键已重置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Use it</source>
            <translation>使用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Use it for {0}?</source>
            <translation>用于“{0}”？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>{0} is already the shortcut for {1}.</source>
            <translation>{0} 是“{1}”的快捷键。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>{0} is needed to move the focus.</source>
            <translation>{0} 用于移动焦点。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>{0} is now {1}</source>
            <translation>“{0}”现在是 {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>{0} is used for typing. Add Ctrl or Alt.</source>
            <translation>{0} 会输入文字。请加上 Ctrl 或 Alt。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>{0} no longer has a shortcut</source>
            <translation>“{0}”现在没有快捷键</translation>
        </message>
    </context>
    <context>
        <name>SidebarFoot</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Settings</source>
            <translation>设置</translation>
        </message>
    </context>
    <context>
        <name>SidebarHead</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Back to all chats</source>
            <translation>返回所有对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>New chat</source>
            <translation>新对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Press Down to go to the results</source>
            <translation>按向下键转到结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Recently deleted</source>
            <translation>最近删除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Restore</source>
            <translation>恢复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Restore the selected chat (Ctrl+Enter)</source>
            <translation>恢复所选对话 (Ctrl+Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Search chats</source>
            <translation>搜索对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Search titles, questions and answers</source>
            <translation>搜索标题、问题和回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/navigation.py" />
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
    </context>
    <context>
        <name>Skeleton</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/shell.py" />
            <source>Ask anything</source>
            <translation>随便问点什么</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/shell.py" />
            <source>Question</source>
            <translation>问题</translation>
        </message>
    </context>
    <context>
        <name>SleepLine</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Pausing before the next step…</source>
            <translation>将在下一步之前暂停…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Resume now</source>
            <translation>立即继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Resumes by {0}</source>
            <translation>最迟在 {0} 继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Sleeping · {0} left</source>
            <translation>休眠中 · 剩余 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Waiting for you to resume</source>
            <translation>等待你继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Waiting for “{0}”</source>
            <translation>正在等待“{0}”</translation>
        </message>
    </context>
    <context>
        <name>SnapshotViewer</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Document</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Find (Ctrl+F)</source>
            <translation>查找 (Ctrl+F)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Next match</source>
            <translation>下一处匹配</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Next quote</source>
            <translation>下一处引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>No match</source>
            <translation>没有匹配</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Open in browser</source>
            <translation>在浏览器中打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Open the file</source>
            <translation>打开文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Opening…</source>
            <translation>正在打开…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Previous match</source>
            <translation>上一处匹配</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Previous quote</source>
            <translation>上一处引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Programs and scripts can't be opened from here</source>
            <translation>无法从这里打开程序和脚本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Quote {0} of {1}</source>
            <translation>第 {0} 处引文，共 {1} 处</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Read {0}</source>
            <translation>读取于 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Save as discovery</source>
            <translation>保存为发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Stored page</source>
            <translation>存储的网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Stored text</source>
            <translation>已存储的文本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>{0} of {1}</source>
            <translation>{0} / {1}</translation>
        </message>
    </context>
    <context>
        <name>SourceCard</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>Copy address</source>
            <translation>复制地址</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>Open in browser</source>
            <translation>在浏览器中打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>Page: {1}</source>
            <translation>网页：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>Save as discovery</source>
            <translation>保存为发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>Show this source in the panel</source>
            <translation>在面板中显示此来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>Source {0}: {1}</source>
            <translation>来源 {0}：{1}</translation>
        </message>
    </context>
    <context>
        <name>SourceCards</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>Show {0} more sources</source>
            <translation>再显示 {0} 个来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>Sources</source>
            <translation>来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_sources.py" />
            <source>{0} more</source>
            <translation>还有 {0} 个</translation>
        </message>
    </context>
    <context>
        <name>Sources</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Cited</source>
            <translation>已引用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Not cited</source>
            <translation>未引用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Not quoted</source>
            <translation>未引用原文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Source {0}</source>
            <translation>来源 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>preview only</source>
            <translation>仅预览</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>snippet only</source>
            <translation>仅有摘要片段</translation>
        </message>
    </context>
    <context>
        <name>SourcesPanel</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Copy citation</source>
            <translation>复制引用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Copy citation (Ctrl+C)</source>
            <translation>复制引用 (Ctrl+C)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>No pages read yet.</source>
            <translation>尚未读取任何页面。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Open in browser</source>
            <translation>在浏览器中打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Open in browser (Ctrl+Enter)</source>
            <translation>在浏览器中打开 (Ctrl+Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Open stored page</source>
            <translation>打开已存储的页面</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Open stored page (Enter)</source>
            <translation>打开已存储的页面 (Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Save as discovery</source>
            <translation>保存为发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Save as discovery (Ctrl+Shift+D)</source>
            <translation>保存为发现 (Ctrl+Shift+D)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Sources for an answer appear here.</source>
            <translation>回答的来源会显示在这里。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>This answer has no sources.</source>
            <translation>此回答没有来源。</translation>
        </message>
    </context>
    <context>
        <name>SourcesView</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Copy citation</source>
            <translation>复制引用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Copy quote</source>
            <translation>复制引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Open in browser</source>
            <translation>在浏览器中打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Open stored page</source>
            <translation>打开已存储的页面</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Right Arrow for quotes, Enter for the stored page, Ctrl+Enter for the browser</source>
            <translation>向右键显示引文，Enter 打开已存储的页面，Ctrl+Enter 打开浏览器</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Save as discovery</source>
            <translation>保存为发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Sources</source>
            <translation>来源</translation>
        </message>
    </context>
    <context>
        <name>Start</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/main.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/start.py" />
            <source>Couldn't open the window: {0}.</source>
            <translation>无法打开窗口：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/start.py" />
            <source>Install the required system libraries; the README lists them.</source>
            <translation>请安装所需的系统库；README 中列有清单。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/main.py" />
            <source>Or reset the settings. The old file is kept with “damaged” in its name.</source>
            <translation>或重置设置。旧文件会保留，名称中带有“damaged”。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/main.py" />
            <source>Reset settings</source>
            <translation>重置设置</translation>
        </message>
    </context>
    <context>
        <name>StepCard</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Open settings</source>
            <translation>打开设置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Use a different provider</source>
            <translation>使用其他提供方</translation>
        </message>
    </context>
    <context>
        <name>Steps</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Answer right away</source>
            <translation>立即回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ask the model again for a written answer</source>
            <translation>再次请求文本</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check the answer against the evidence</source>
            <translation>使回答与证据一致</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check the citations</source>
            <translation>核查引用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Critique</source>
            <translation>审阅</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Critique the draft</source>
            <translation>审阅草稿</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Gather evidence</source>
            <translation>收集证据</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Is there enough evidence?</source>
            <translation>找到的内容是否足够？</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Look at the results</source>
            <translation>查看结果</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Plan</source>
            <translation>计划</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Read the output</source>
            <translation>读取输出</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Recalculate the number</source>
            <translation>重新计算数值</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Refine the answer</source>
            <translation>修订回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Repair</source>
            <translation>修正</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Synthesis</source>
            <translation>综合</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Think and gather evidence</source>
            <translation>思考并收集</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>What to search for next</source>
            <translation>接下来搜索什么</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Write code</source>
            <translation>编写代码</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Write the answer</source>
            <translation>撰写回答</translation>
        </message>
    </context>
    <context>
        <name>TableChart</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/tables.py" />
            <source>Chart</source>
            <translation>图表</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/tables.py" />
            <source>Show these numbers as a chart (also in the context menu)</source>
            <translation>将这些数字显示为图表（右键菜单中也有）</translation>
        </message>
    </context>
    <context>
        <name>Tags</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/text_fields.py" />
            <source>Tags, separated by commas</source>
            <translation>标签，用逗号分隔</translation>
        </message>
    </context>
    <context>
        <name>Templates</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Save as template</source>
            <translation>存为模板</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Title</source>
            <translation>标题</translation>
        </message>
    </context>
    <context>
        <name>TimeLimitMenu</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Default</source>
            <translation>默认</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Time limit</source>
            <translation>时限</translation>
        </message>
    </context>
    <context>
        <name>Toast</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/toast.py" />
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/toast.py" />
            <source>Dismiss (Esc)</source>
            <translation>关闭 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/toast.py" />
            <source>{0} (Ctrl+Z)</source>
            <translation>{0} (Ctrl+Z)</translation>
        </message>
    </context>
    <context>
        <name>ToolMenu</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Manage MCP servers…</source>
            <translation>管理 MCP 服务器…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>Tools</source>
            <translation>工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/options.py" />
            <source>{0} (failed)</source>
            <translation>{0}（失败）</translation>
        </message>
    </context>
    <context>
        <name>Tray</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>1 task in progress</source>
            <translation>1 个任务进行中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>New question</source>
            <translation>新问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>Show the window</source>
            <translation>显示窗口</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>Tasks ({0} active)</source>
            <translation>任务({0} 个进行中)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>{0} tasks in progress</source>
            <translation>{0} 个任务进行中</translation>
        </message>
    </context>
    <context>
        <name>Upkeep</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 chat</source>
            <translation>1 个对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 discovery</source>
            <translation>1 个发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 document folder</source>
            <translation>1 个文档文件夹</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 recorded task</source>
            <translation>1 个任务记录</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 saved page</source>
            <translation>1 个已存网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 schedule</source>
            <translation>1 个定时提问</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 template</source>
            <translation>1 个模板</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/save_dialog.py" />
            <source>All files</source>
            <translation>所有文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Backup</source>
            <translation>备份</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Backup cancelled</source>
            <translation>已取消备份</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Backup restored</source>
            <translation>备份已恢复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Backup saved as {0} ({1} unpacked)</source>
            <translation>备份已保存为 {0}（解压后 {1}）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Can't be used: {0}</source>
            <translation>无法使用：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Cancel the restore. The backup file is kept.</source>
            <translation>取消恢复。备份文件会保留。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Change the address…</source>
            <translation>更改地址…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Check now</source>
            <translation>立即检查</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Checking for a new version…</source>
            <translation>正在检查新版本…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Checking…</source>
            <translation>正在检查…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Choose a backup and see what is in it</source>
            <translation>选择备份并查看其内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/plain_text.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Collecting diagnostics…</source>
            <translation>正在收集诊断信息…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Collecting your data…</source>
            <translation>正在收集你的数据…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Crash reports</source>
            <translation>崩溃报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Date unknown</source>
            <translation>日期未知</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Desktop Agent quit unexpectedly last time. A report is kept on this computer.</source>
            <translation>Desktop Agent 上次意外退出。报告已保存在本机。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Desktop Agent {0}</source>
            <translation>Desktop Agent {0} 版</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Diagnostics</source>
            <translation>诊断</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/page.py" />
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Don't restore</source>
            <translation>不恢复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Download</source>
            <translation>下载</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Download and check the new version. Nothing is installed.</source>
            <translation>下载并校验新版本。不会安装任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Download cancelled</source>
            <translation>已取消下载</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Downloading…</source>
            <translation>正在下载…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Gets a signed list of versions from {0}. Nothing about you is sent.</source>
            <translation>向 {0} 请求一份签名列表。不会发送任何关于你的信息。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Kept only on this computer. A report says where the app failed and contains nothing you asked or read.</source>
            <translation>仅保存在本机。报告只说明程序在何处出错，不含你的提问或阅读内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Keys for a new server, not sent until you allow it:</source>
            <translation>将用于新服务器的密钥，在你允许前不会发送：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Keys stay in the keyring. The file is not encrypted, so keep it safe.</source>
            <translation>密钥留在密钥环中。文件未加密，请妥善保管。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Leaves out keys, questions, answers, pages, folder names and hosts. Nothing is sent: you decide who gets the file.</source>
            <translation>不含密钥、问题、回答、网页、文件夹名和主机。不会发送任何内容：由你决定把文件交给谁。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>MCP servers, off until you confirm them in Settings:</source>
            <translation>MCP 服务器，在设置中确认前保持关闭：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Made on {0}</source>
            <translation>创建于 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Make a backup</source>
            <translation>创建备份</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Make a backup…</source>
            <translation>创建备份…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Open installer</source>
            <translation>打开安装程序</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Reading the backup…</source>
            <translation>正在读取备份…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Restore a backup</source>
            <translation>恢复备份</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Restore and quit</source>
            <translation>恢复并退出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Restore…</source>
            <translation>恢复…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Save diagnostics</source>
            <translation>保存诊断信息</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Save diagnostics…</source>
            <translation>保存诊断信息…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Saved as {0}. Read it before you share it.</source>
            <translation>已保存为 {0}。分享前请先查看。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Settings and MCP servers</source>
            <translation>设置和 MCP 服务器</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Settings that change which servers are contacted or what may be read:</source>
            <translation>会改变询问哪些服务器或可读取内容的设置：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Show</source>
            <translation>查看</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Show crash reports</source>
            <translation>显示崩溃报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Show previous data</source>
            <translation>显示之前的数据</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>The backup has not been restored yet: {0}</source>
            <translation>备份尚未恢复：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>The backup will be restored when you restart the app</source>
            <translation>备份将在下次启动时恢复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>The key for {0} was not sent to {1}, a new server. Send it?</source>
            <translation>{0} 的密钥未发送到新服务器 {1}。要发送吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>The next time Desktop Agent starts, this backup will replace all of its data. Your current data will be kept in a separate folder.</source>
            <translation>下次启动时，此备份将取代 Desktop Agent 中的全部内容。当前数据会保留在旁边的文件夹中。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Then start Desktop Agent again</source>
            <translation>然后重新启动 Desktop Agent</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Unpacking and checking…</source>
            <translation>正在解压和检查…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Updates aren't available in this build. It never connects to check for them.</source>
            <translation>此版本不提供更新，也不会建立连接。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Version {0}</source>
            <translation>版本 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Version {0} is available</source>
            <translation>版本 {0} 可用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>What restoring will start and change</source>
            <translation>备份会启动和更改的内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>What's new</source>
            <translation>新增内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>You have the latest version</source>
            <translation>你已在使用最新版本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>Your documents will be indexed again afterwards.</source>
            <translation>之后会重新索引你的文档。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} chats</source>
            <translation>{0} 个对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} discoveries</source>
            <translation>{0} 个发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} document folders</source>
            <translation>{0} 个文档文件夹</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>{0} of {1}</source>
            <translation>{0} / {1}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} recorded tasks</source>
            <translation>{0} 个任务记录</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} saved pages</source>
            <translation>{0} 个已存网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} schedules</source>
            <translation>{0} 个定时提问</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} templates</source>
            <translation>{0} 个模板</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance.py" />
            <source>{0} was downloaded and checked</source>
            <translation>{0} 已下载并校验</translation>
        </message>
    </context>
    <context>
        <name>VerdictView</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Changes</source>
            <translation>修改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Changes from the draft to the answer</source>
            <translation>从草稿到回答的修改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Draft</source>
            <translation>草稿</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Review</source>
            <translation>查看详情</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Show the text from before the review</source>
            <translation>显示审阅前的文本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Show what the review changed, word by word</source>
            <translation>逐词显示审阅所做的修改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Show what was checked</source>
            <translation>显示核查内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Struck out: contradicted by a source</source>
            <translation>已划去：与来源相矛盾</translation>
        </message>
    </context>
    <context>
        <name>Welcome</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Ask anything. See the proof.</source>
            <translation>随心提问，查看依据。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose a model provider to get written answers</source>
            <translation>选择模型提供方以获得书面回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Copy command</source>
            <translation>复制命令</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Download a model to get written answers</source>
            <translation>下载模型以获得书面回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Download {0}</source>
            <translation>下载 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Install Ollama to get written answers</source>
            <translation>安装 Ollama 以获得书面回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>It runs on this computer. Without a model, you get quotes from the web.</source>
            <translation>它在本机上运行。没有模型时，你会得到网络引文。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ollama runs models on this computer. Without a model, you get quotes from the web.</source>
            <translation>Ollama 在本机上运行模型。没有模型时，你会得到网络引文。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Open ollama.com/download</source>
            <translation>打开 ollama.com/download</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Open settings</source>
            <translation>打开设置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Searches the web, reads the pages and shows its sources.</source>
            <translation>搜索网络、阅读网页并展示来源。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Start Ollama to get written answers</source>
            <translation>启动 Ollama 以获得书面回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Without a model, you get quotes from the web.</source>
            <translation>没有模型时，你会得到网络引文。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>You are offline</source>
            <translation>你处于离线状态</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>You can still ask about your documents and any files you attach.</source>
            <translation>你仍可就附加的文件和你的文档提问。</translation>
        </message>
    </context>
    <context>
        <name>WindowLayout</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/layout.py" />
            <source>Exported to {0}</source>
            <translation>已导出到 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/layout.py" />
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
    </context>
    <context>
        <name>WorkPanel</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/side_panels.py" />
            <source>Close panel</source>
            <translation>关闭面板</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/side_panels.py" />
            <source>Close panel (Ctrl+Shift+P)</source>
            <translation>关闭面板 (Ctrl+Shift+P)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/side_panels.py" />
            <source>Discoveries</source>
            <translation>发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/side_panels.py" />
            <source>Panels</source>
            <translation>面板</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/side_panels.py" />
            <source>Reasoning</source>
            <translation>推理过程</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/side_panels.py" />
            <source>Sources</source>
            <translation>来源</translation>
        </message>
    </context>
</TS>
