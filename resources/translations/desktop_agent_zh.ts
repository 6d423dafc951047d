<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>Adding</name>
        <message>
            <source>Add a folder</source>
            <translation type="vanished">添加文件夹</translation>
        </message>
        <message>
            <source>Add and send</source>
            <translation type="vanished">添加并发送</translation>
        </message>
        <message>
            <source>Add files</source>
            <translation type="vanished">添加文件</translation>
        </message>
        <message>
            <source>Added</source>
            <translation type="vanished">已添加</translation>
        </message>
        <message>
            <source>Added to “{0}”</source>
            <translation type="vanished">已添加到“{0}”</translation>
        </message>
        <message>
            <source>Name of the collection. Its first folder is chosen next.</source>
            <translation type="vanished">资料集的名称。接下来选择它的第一个文件夹。</translation>
        </message>
        <message>
            <source>New collection</source>
            <translation type="vanished">新建资料集</translation>
        </message>
        <message>
            <source>Send the text of your documents to {0}?</source>
            <translation type="vanished">要把您文档的文本发送给 {0} 吗？</translation>
        </message>
        <message>
            <source>The embedding model that the settings name runs there. With a model on this machine nothing would leave it.</source>
            <translation type="vanished">设置中指定的嵌入模型在那里运行。使用本机上的模型时，任何内容都不会离开本机。</translation>
        </message>
        <message>
            <source>This is among your documents already</source>
            <translation type="vanished">它已经在您的文档中</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation type="vanished">撤销</translation>
        </message>
    </context>
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
            <source>Insufficient evidence. {0}</source>
            <translation type="vanished">证据不足。{0}</translation>
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
            <source>The question failed: {0} {1}</source>
            <translation type="vanished">提问失败：{0} {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/accessibility.py" />
            <source>{0} sources</source>
            <translation>{0} 个来源</translation>
        </message>
    </context>
    <context>
        <name>AnswerChanges</name>
        <message>
            <source>Changed</source>
            <translation type="vanished">有更改</translation>
        </message>
        <message>
            <source>Gone</source>
            <translation type="vanished">已消失</translation>
        </message>
        <message>
            <source>New</source>
            <translation type="vanished">新增</translation>
        </message>
        <message>
            <source>Show what is new in this answer</source>
            <translation type="vanished">显示此回答中的新内容</translation>
        </message>
        <message>
            <source>Since the answer before: {0}</source>
            <translation type="vanished">自上一个回答以来：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/answer_changes.py" />
            <source>Since the previous answer: {0}</source>
            <translation>自上一回答以来：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/answer_changes.py" />
            <source>Since {0}: {1}</source>
            <translation>自 {0} 以来：{1}</translation>
        </message>
        <message>
            <source>What is new in this answer</source>
            <translation type="vanished">此回答中的新内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/answer_changes.py" />
            <source>d MMMM</source>
            <translation>M月d日</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/answer_changes.py" />
            <source>d MMMM yyyy</source>
            <translation>yyyy年M月d日</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/answer_changes.py" />
            <source>nothing new</source>
            <translation>没有新内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/answer_changes.py" />
            <source>{0} changed</source>
            <translation>{0} 处有更改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/answer_changes.py" />
            <source>{0} gone</source>
            <translation>{0} 处已消失</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/answer_changes.py" />
            <source>{0} new</source>
            <translation>新增 {0} 处</translation>
        </message>
        <message>
            <source>… and {0} more</source>
            <translation type="vanished">……还有 {0} 句</translation>
        </message>
    </context>
    <context>
        <name>ApprovalCard</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>1 of {0}</source>
            <translation>第 1 个，共 {0} 个</translation>
        </message>
        <message>
            <source>1 of {0} that wait</source>
            <translation type="vanished">{0} 个等待中的第 1 个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Allow once</source>
            <translation>允许一次</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Allow this call only (Ctrl+Enter)</source>
            <translation>仅允许此次调用 (Ctrl+Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Allow “{0}” to run {1}?</source>
            <translation>允许“{0}”运行 {1} 吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Always</source>
            <translation>始终允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Always allow this tool</source>
            <translation>始终允许此工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Always refuse “{0}”</source>
            <translation>始终拒绝“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Arguments:</source>
            <translation>参数：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Continue without it (Esc)</source>
            <translation>不调用并继续 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Description from the server:</source>
            <translation>服务器提供的描述：</translation>
        </message>
        <message>
            <source>Do not ask again for “{0}” of this server</source>
            <translation type="vanished">不再询问此服务器的“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Don't allow</source>
            <translation>不允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Don't ask again for “{0}”</source>
            <translation>不再询问“{0}”</translation>
        </message>
        <message>
            <source>It would be called with nothing.</source>
            <translation type="vanished">调用时不会传入任何内容。</translation>
        </message>
        <message>
            <source>It would be called with:</source>
            <translation type="vanished">调用时将传入：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Last read: {0}</source>
            <translation>最近读取：{0}</translation>
        </message>
        <message>
            <source>Let it be called this one time (Ctrl+Enter)</source>
            <translation type="vanished">仅允许这一次调用 (Ctrl+Enter)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Let this task wait?</source>
            <translation>要让此任务等待吗？</translation>
        </message>
        <message>
            <source>May the model begin a run in the background?</source>
            <translation type="vanished">允许模型开始一个后台运行吗？</translation>
        </message>
        <message>
            <source>May the model let this run wait?</source>
            <translation type="vanished">允许模型让此运行等待吗？</translation>
        </message>
        <message>
            <source>May “{0}” use its tool “{1}”?</source>
            <translation type="vanished">允许“{0}”使用其工具“{1}”吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Never</source>
            <translation>从不允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>No arguments</source>
            <translation>无参数</translation>
        </message>
        <message>
            <source>Not this time</source>
            <translation type="vanished">这次不允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Paused until you decide. The timer is stopped.</source>
            <translation>已暂停，等待您决定。计时已停止。</translation>
        </message>
        <message>
            <source>Read last: {0}</source>
            <translation type="vanished">最近读取：{0}</translation>
        </message>
        <message>
            <source>Refuse “{0}” of this server from now on</source>
            <translation type="vanished">从现在起拒绝此服务器的“{0}”</translation>
        </message>
        <message>
            <source>Show all</source>
            <translation type="vanished">全部显示</translation>
        </message>
        <message>
            <source>Show less</source>
            <translation type="vanished">收起</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Start a background task?</source>
            <translation>要开始后台任务吗？</translation>
        </message>
        <message>
            <source>The run goes on without this call (Esc)</source>
            <translation type="vanished">运行将继续，不进行此调用 (Esc)</translation>
        </message>
        <message>
            <source>The run waits for you; its time stands still.</source>
            <translation type="vanished">运行正在等待您，计时已暂停。</translation>
        </message>
        <message>
            <source>The server describes this tool differently than when you allowed it.</source>
            <translation type="vanished">服务器对此工具的描述与您允许它时不同。</translation>
        </message>
        <message>
            <source>The server says of it, in its own words:</source>
            <translation type="vanished">服务器对它的原话描述：</translation>
        </message>
        <message>
            <source>This run has read text from outside, and such text can talk a model into calls like this one. Allow it only if you want it.</source>
            <translation type="vanished">此运行读取了外部文本，这类文本可能诱使模型发起这样的调用。仅在你确实需要时才允许。</translation>
        </message>
        <message>
            <source>This task has read outside text, which can trick a model into calls like this one. Allow it only if you want it.</source>
            <translation type="vanished">此任务读取了外部文本，这类文本可能诱使模型发起这样的调用。仅在您确实需要时才允许。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>This task has read text from outside sources, which can trick a model into calls like this one. Allow it only if you expected it.</source>
            <translation>此任务读取了外部文本，这类文本可能诱使模型发起这样的调用。仅在您确实需要时才允许。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>This tool's description has changed since you allowed it.</source>
            <translation>自您允许后，此工具的描述已更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Tool arguments</source>
            <translation>工具参数</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/approval_card.py" />
            <source>Tool description and arguments</source>
            <translation>工具描述和参数</translation>
        </message>
        <message>
            <source>What the tool is and would be called with</source>
            <translation type="vanished">工具的说明及调用时将传入的内容</translation>
        </message>
        <message>
            <source>What the tool would be called with</source>
            <translation type="vanished">调用工具时将传入的内容</translation>
        </message>
    </context>
    <context>
        <name>Approvals</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Allowed once</source>
            <translation>已允许一次</translation>
        </message>
        <message>
            <source>Allowed this once</source>
            <translation type="vanished">已允许这一次</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Always allowed</source>
            <translation>已设为始终允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Asked for your permission</source>
            <translation>已请求您的许可</translation>
        </message>
        <message>
            <source>Asked you whether it may be called</source>
            <translation type="vanished">已询问您是否允许调用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Never allowed</source>
            <translation>已设为从不允许</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
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
            <source>Insufficient evidence</source>
            <translation type="vanished">证据不足</translation>
        </message>
        <message>
            <source>Interrupted</source>
            <translation type="vanished">已中断</translation>
        </message>
        <message>
            <source>No source was found. This answer comes from the model's own knowledge and is not checked.</source>
            <translation type="vanished">未找到来源。此回答出自模型自身的知识，未经核查。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Quotes from the sources</source>
            <translation>来源中的引文</translation>
        </message>
        <message>
            <source>Stopped</source>
            <translation type="vanished">已停止</translation>
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
            <source>The run failed.</source>
            <translation type="vanished">运行失败。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Understood as: {0}</source>
            <translation>理解为：{0}</translation>
        </message>
        <message>
            <source>Web search failed. This answer comes from the model's own knowledge and is not checked against any source.</source>
            <translation type="vanished">网页搜索失败。此回答出自模型自身的知识，未经任何来源核查。</translation>
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
            <source>At most {0} files go with a question.</source>
            <translation type="vanished">一个问题最多附带 {0} 个文件。</translation>
        </message>
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
            <source>There is no image that can be read.</source>
            <translation type="vanished">没有可以读取的图片。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>You can attach up to {0} files.</source>
            <translation>最多可附加 {0} 个文件。</translation>
        </message>
        <message>
            <source>cut at {0} of {1} characters</source>
            <translation type="vanished">已截断：保留 {0} 个字符，共 {1} 个</translation>
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
        <message>
            <source>{0} is a broken image.</source>
            <translation type="vanished">{0} 是损坏的图片。</translation>
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
            <source>A scheduled question was due while the program was closed</source>
            <translation type="vanished">程序关闭期间，有一个定时提问到了时间</translation>
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
            <source>It goes on in the background</source>
            <translation type="vanished">将在后台继续</translation>
        </message>
        <message>
            <source>Look</source>
            <translation type="vanished">查看</translation>
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
            <source>Runs</source>
            <translation type="vanished">运行</translation>
        </message>
        <message>
            <source>Scheduled</source>
            <translation type="vanished">定时提问</translation>
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
            <source>There is no other answer to compare</source>
            <translation type="vanished">没有可比较的其他回答</translation>
        </message>
        <message>
            <source>There is no other answer to this question</source>
            <translation type="vanished">此问题没有其他回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/background_runs.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>View</source>
            <translation type="vanished">查看</translation>
        </message>
        <message>
            <source>{0} scheduled questions were due while the program was closed</source>
            <translation type="vanished">程序关闭期间，有 {0} 个定时提问到了时间</translation>
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
        <message>
            <source>No browser could be opened. The address is on the clipboard.</source>
            <translation type="vanished">无法打开浏览器。地址已复制到剪贴板。</translation>
        </message>
    </context>
    <context>
        <name>Budget</name>
        <message>
            <source>{0}: {1} of {2}</source>
            <translation type="vanished">{0}：{1} / {2}</translation>
        </message>
        <message>
            <source>▸ {0}: {1} of {2}</source>
            <translation type="vanished">▸ {0}：{1} / {2}</translation>
        </message>
    </context>
    <context>
        <name>BudgetPicker</name>
        <message>
            <source>Choose how long the question may take</source>
            <translation type="vanished">选择此问题可用的时间</translation>
        </message>
        <message>
            <source>Default</source>
            <translation type="vanished">默认</translation>
        </message>
        <message>
            <source>How long the question may take</source>
            <translation type="vanished">该问题可用的时间</translation>
        </message>
        <message>
            <source>Time</source>
            <translation type="vanished">时间</translation>
        </message>
        <message>
            <source>Time limit</source>
            <translation type="vanished">时限</translation>
        </message>
        <message>
            <source>Usual time</source>
            <translation type="vanished">通常时间</translation>
        </message>
        <message>
            <source>{0} min</source>
            <translation type="vanished">{0} 分钟</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation type="vanished">{0} 秒</translation>
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
            <source>An answer is being written; stop it first.</source>
            <translation type="vanished">正在撰写回答；请先停止。</translation>
        </message>
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
            <source>Conversation</source>
            <translation type="vanished">对话</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation type="vanished">复制</translation>
        </message>
        <message>
            <source>Copy as Markdown</source>
            <translation type="vanished">复制为 Markdown</translation>
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
        <message>
            <source>Jump to the latest text (Ctrl+End)</source>
            <translation type="vanished">跳到最新文本 (Ctrl+End)</translation>
        </message>
        <message>
            <source>Save as discovery</source>
            <translation type="vanished">保存为发现</translation>
        </message>
        <message>
            <source>Select the whole conversation</source>
            <translation type="vanished">全选对话</translation>
        </message>
    </context>
    <context>
        <name>CheatSheet</name>
        <message>
            <source>A later question</source>
            <translation type="vanished">下一个问题</translation>
        </message>
        <message>
            <source>A line down, a line up</source>
            <translation type="vanished">下移一行、上移一行</translation>
        </message>
        <message>
            <source>A page down, a page up</source>
            <translation type="vanished">下翻一页、上翻一页</translation>
        </message>
        <message>
            <source>An earlier question</source>
            <translation type="vanished">上一个问题</translation>
        </message>
        <message>
            <source>Begin a new line</source>
            <translation type="vanished">换行</translation>
        </message>
        <message>
            <source>Change shortcuts in Settings.</source>
            <translation type="vanished">可在“设置”中更改快捷键。</translation>
        </message>
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
            <source>Delete; it can be undone</source>
            <translation type="vanished">删除；可以撤销</translation>
        </message>
        <message>
            <source>End finding</source>
            <translation type="vanished">结束查找</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>In the chat list</source>
            <translation>在对话列表中</translation>
        </message>
        <message>
            <source>In the list of chats</source>
            <translation type="vanished">在对话列表中</translation>
        </message>
        <message>
            <source>In the list of conversations</source>
            <translation type="vanished">在对话列表中</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation type="vanished">键盘快捷键</translation>
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
            <source>Next citation, previous one</source>
            <translation type="vanished">下一处引用、上一处引用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Next match, previous match</source>
            <translation>下一处匹配、上一处匹配</translation>
        </message>
        <message>
            <source>Next place, previous one</source>
            <translation type="vanished">下一处、上一处</translation>
        </message>
        <message>
            <source>Next question</source>
            <translation type="vanished">下一个问题</translation>
        </message>
        <message>
            <source>No command holds these words.</source>
            <translation type="vanished">没有命令包含这些词。</translation>
        </message>
        <message>
            <source>No results</source>
            <translation type="vanished">没有结果</translation>
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
            <source>Previous question</source>
            <translation type="vanished">上一个问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <source>Search by name or keys</source>
            <translation type="vanished">按名称或按键搜索</translation>
        </message>
        <message>
            <source>Search by what it does or by its keys</source>
            <translation type="vanished">按用途或按键搜索</translation>
        </message>
        <message>
            <source>Search shortcuts</source>
            <translation type="vanished">搜索快捷键</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>Shortcuts</source>
            <translation type="vanished">快捷键</translation>
        </message>
        <message>
            <source>Slash commands</source>
            <translation type="vanished">斜杠命令</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Start, end</source>
            <translation>开头、末尾</translation>
        </message>
        <message>
            <source>The settings give a command other keys.</source>
            <translation type="vanished">可在设置中为命令更换按键。</translation>
        </message>
        <message>
            <source>To the beginning, to the end</source>
            <translation type="vanished">到开头、到结尾</translation>
        </message>
        <message>
            <source>While finding in a chat</source>
            <translation type="vanished">在对话中查找时</translation>
        </message>
        <message>
            <source>While finding in a conversation</source>
            <translation type="vanished">在对话中查找时</translation>
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
        <name>ClaimsFold</name>
        <message>
            <source>Show all {0}</source>
            <translation type="vanished">显示全部 {0} 句</translation>
        </message>
        <message>
            <source>Show only what is not supported</source>
            <translation type="vanished">只显示未获支持的</translation>
        </message>
        <message>
            <source>Show what each sentence rests on</source>
            <translation type="vanished">显示每句话的依据</translation>
        </message>
        <message>
            <source>Shows supported sentences too, or hides them</source>
            <translation type="vanished">显示或隐藏获得支持的句子</translation>
        </message>
    </context>
    <context>
        <name>ClaimsView</name>
        <message>
            <source>Checked sentences</source>
            <translation type="vanished">已核查的句子</translation>
        </message>
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
            <source>Copy code</source>
            <translation type="vanished">复制代码</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/markdown/code_blocks.py" />
            <source>Copy this code (also in the context menu)</source>
            <translation>复制这段代码（也可用右键菜单）</translation>
        </message>
    </context>
    <context>
        <name>CollectionsView</name>
        <message>
            <source>Add a folder here…</source>
            <translation type="vanished">在此添加文件夹…</translation>
        </message>
        <message>
            <source>Add files here…</source>
            <translation type="vanished">在此添加文件…</translation>
        </message>
        <message>
            <source>Collections</source>
            <translation type="vanished">资料集</translation>
        </message>
        <message>
            <source>F2 renames a collection, Delete removes, Enter opens a folder</source>
            <translation type="vanished">F2 重命名资料集，Delete 移除，Enter 打开文件夹</translation>
        </message>
        <message>
            <source>Open the folder</source>
            <translation type="vanished">打开文件夹</translation>
        </message>
        <message>
            <source>Remove…</source>
            <translation type="vanished">移除…</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation type="vanished">重命名</translation>
        </message>
        <message>
            <source>Show problems</source>
            <translation type="vanished">显示问题</translation>
        </message>
    </context>
    <context>
        <name>CommandLine</name>
        <message>
            <source>A question may take {0} s.</source>
            <translation type="vanished">一个问题最多可用 {0} 秒。</translation>
        </message>
        <message>
            <source>Did you mean {0}?</source>
            <translation type="vanished">是否想写 {0}？</translation>
        </message>
        <message>
            <source>No model is called {0}.</source>
            <translation type="vanished">没有名为 {0} 的模型。</translation>
        </message>
        <message>
            <source>No model is called {0}. Available: {1}.</source>
            <translation type="vanished">没有名为 {0} 的模型。可用：{1}。</translation>
        </message>
        <message>
            <source>Now using {0}.</source>
            <translation type="vanished">现在使用 {0}。</translation>
        </message>
        <message>
            <source>Plan review is off.</source>
            <translation type="vanished">计划审阅已关闭。</translation>
        </message>
        <message>
            <source>Plan review is on.</source>
            <translation type="vanished">计划审阅已开启。</translation>
        </message>
        <message>
            <source>Plans run at once from now on.</source>
            <translation type="vanished">从现在起，计划会立即执行。</translation>
        </message>
        <message>
            <source>Plans wait for you from now on, before they run.</source>
            <translation type="vanished">从现在起，计划在执行前会等您过目。</translation>
        </message>
        <message>
            <source>There is no command /{0}. Type / to see them all; begin with a space to send it as a question.</source>
            <translation type="vanished">没有命令 /{0}。键入 / 可查看全部命令；若要作为问题发送，请以空格开头。</translation>
        </message>
        <message>
            <source>There is no model called {0}.</source>
            <translation type="vanished">没有名为 {0} 的模型。</translation>
        </message>
        <message>
            <source>There is no model called {0}. Available: {1}.</source>
            <translation type="vanished">没有名为 {0} 的模型。可用：{1}。</translation>
        </message>
        <message>
            <source>There is no model {0}.</source>
            <translation type="vanished">没有模型 {0}。</translation>
        </message>
        <message>
            <source>There is no model {0}. There are: {1}.</source>
            <translation type="vanished">没有模型 {0}。现有：{1}。</translation>
        </message>
        <message>
            <source>Time limit set to {0} s.</source>
            <translation type="vanished">时限已设为 {0} 秒。</translation>
        </message>
        <message>
            <source>Type a model name after /model.</source>
            <translation type="vanished">请在 /model 后输入模型名称。</translation>
        </message>
        <message>
            <source>Type the number of seconds after /time, as in /time 120.</source>
            <translation type="vanished">请在 /time 后输入秒数，例如 /time 120。</translation>
        </message>
        <message>
            <source>Type the seconds after /time, as in /time 120.</source>
            <translation type="vanished">请在 /time 后输入秒数，例如 /time 120。</translation>
        </message>
        <message>
            <source>Type your question after /{0}.</source>
            <translation type="vanished">请在 /{0} 后输入问题。</translation>
        </message>
        <message>
            <source>Unknown command /{0}. Type / to list all commands, or start with a space to send it as a question.</source>
            <translation type="vanished">未知命令 /{0}。输入 / 查看所有命令，或以空格开头作为问题发送。</translation>
        </message>
        <message>
            <source>Which of them: {0}?</source>
            <translation type="vanished">选择哪一个：{0}？</translation>
        </message>
        <message>
            <source>Write the name of a model behind /model.</source>
            <translation type="vanished">请在 /model 后写出模型名称。</translation>
        </message>
        <message>
            <source>Write the question behind /{0}.</source>
            <translation type="vanished">请在 /{0} 后写出问题。</translation>
        </message>
        <message>
            <source>Write the seconds behind /budget, like /budget 120.</source>
            <translation type="vanished">请在 /budget 后写出秒数，例如 /budget 120。</translation>
        </message>
        <message>
            <source>{0} answers from now on.</source>
            <translation type="vanished">从现在起由 {0} 回答。</translation>
        </message>
    </context>
    <context>
        <name>CommandPalette</name>
        <message>
            <source>Arrow keys choose, Enter runs, Escape closes</source>
            <translation type="vanished">方向键选择，Enter 执行，Esc 关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/command_palette.py" />
            <source>Arrow keys to choose, Enter to run, Escape to close</source>
            <translation>方向键选择，Enter 运行，Esc 关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/command_palette.py" />
            <source>Command</source>
            <translation>命令</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/command_palette.py" />
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/command_palette.py" />
            <source>No results</source>
            <translation>没有结果</translation>
        </message>
        <message>
            <source>Nothing is called that.</source>
            <translation type="vanished">没有这个名称的命令。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/command_palette.py" />
            <source>Search commands and chats</source>
            <translation>搜索命令和对话</translation>
        </message>
        <message>
            <source>What do you want to do?</source>
            <translation type="vanished">想做什么？</translation>
        </message>
    </context>
    <context>
        <name>Commands</name>
        <message>
            <source>Add a folder to the documents</source>
            <translation type="vanished">向文档添加文件夹</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Add a folder to your documents</source>
            <translation>将文件夹添加到文档</translation>
        </message>
        <message>
            <source>Add files to the documents</source>
            <translation type="vanished">向文档添加文件</translation>
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
            <source>Ask again</source>
            <translation type="vanished">重新提问</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ask in the background</source>
            <translation>在后台提问</translation>
        </message>
        <message>
            <source>Ask regularly…</source>
            <translation type="vanished">定时提问…</translation>
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
            <source>Back up…</source>
            <translation type="vanished">备份…</translation>
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
            <location filename="../../desktop_agent/frontends/ui/dialogs/keyboard_shortcuts.py" />
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
            <source>Conversations</source>
            <translation type="vanished">对话列表</translation>
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
            <source>Delete this conversation</source>
            <translation type="vanished">删除此对话</translation>
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
            <source>Export this conversation</source>
            <translation type="vanished">导出此对话</translation>
        </message>
        <message>
            <source>Export this run</source>
            <translation type="vanished">导出此次运行</translation>
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
            <source>Find in this conversation</source>
            <translation type="vanished">在此对话中查找</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Go to the question field</source>
            <translation>转到提问框</translation>
        </message>
        <message>
            <source>Import a run</source>
            <translation type="vanished">导入运行</translation>
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
            <source>Jump to the latest text</source>
            <translation type="vanished">跳到最新文本</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Keep this chat offline</source>
            <translation>让此对话离线</translation>
        </message>
        <message>
            <source>Keep this chat offline, or no longer</source>
            <translation type="vanished">让此对话离线，或不再离线</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>Knowledge</source>
            <translation type="vanished">知识库</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Larger text</source>
            <translation>放大文字</translation>
        </message>
        <message>
            <source>Ledger</source>
            <translation type="vanished">网络记录</translation>
        </message>
        <message>
            <source>Look for a model again</source>
            <translation type="vanished">重新查找模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>MCP servers</source>
            <translation>MCP 服务器</translation>
        </message>
        <message>
            <source>Make a backup…</source>
            <translation type="vanished">创建备份…</translation>
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
            <source>Pause or resume the run</source>
            <translation type="vanished">暂停或继续运行</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Print this chat</source>
            <translation>打印此对话</translation>
        </message>
        <message>
            <source>Print this conversation</source>
            <translation type="vanished">打印此对话</translation>
        </message>
        <message>
            <source>Program</source>
            <translation type="vanished">程序</translation>
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
            <source>Reasoning templates</source>
            <translation type="vanished">推理模板</translation>
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
            <source>Rename this conversation</source>
            <translation type="vanished">重命名此对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reset text size</source>
            <translation>重置文字大小</translation>
        </message>
        <message>
            <source>Restore a backup…</source>
            <translation type="vanished">恢复备份…</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation type="vanished">运行</translation>
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
            <source>Search conversations</source>
            <translation type="vanished">搜索对话</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/keyboard_shortcuts.py" />
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
            <source>Stop answering</source>
            <translation type="vanished">停止回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Switch between light and dark</source>
            <translation>切换浅色与深色</translation>
        </message>
        <message>
            <source>Switch the network on or off</source>
            <translation type="vanished">打开或关闭网络</translation>
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
            <source>Undo the deletion</source>
            <translation type="vanished">撤销删除</translation>
        </message>
        <message>
            <source>Usual size of text</source>
            <translation type="vanished">恢复文字大小</translation>
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
            <location filename="../../desktop_agent/frontends/ui/dialogs/keyboard_shortcuts.py" />
            <source>no shortcut</source>
            <translation>无按键</translation>
        </message>
    </context>
    <context>
        <name>Compare</name>
        <message>
            <source>1 word added</source>
            <translation type="vanished">增加 1 个词</translation>
        </message>
        <message>
            <source>1 word removed</source>
            <translation type="vanished">删去 1 个词</translation>
        </message>
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
            <source>Ask again</source>
            <translation type="vanished">重新提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Ask again and compare</source>
            <translation>重新提问并对比</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Ask the same way</source>
            <translation>按同样方式提问</translation>
        </message>
        <message>
            <source>Back to the chat</source>
            <translation type="vanished">返回聊天</translation>
        </message>
        <message>
            <source>Back to the chat (Esc)</source>
            <translation type="vanished">返回聊天 (Esc)</translation>
        </message>
        <message>
            <source>Both answers say the same thing.</source>
            <translation type="vanished">两个回答的内容相同。</translation>
        </message>
        <message>
            <source>Both answers say the same.</source>
            <translation type="vanished">两个回答的内容相同。</translation>
        </message>
        <message>
            <source>Calls</source>
            <translation type="vanished">调用次数</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/compare.py" />
            <source>Changes from the first answer to the second</source>
            <translation>从第一个回答到第二个回答的更改</translation>
        </message>
        <message>
            <source>Citations</source>
            <translation type="vanished">引用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/compare.py" />
            <location filename="../../desktop_agent/frontends/ui/window/compare.py" />
            <source>Compare answers</source>
            <translation>对比回答</translation>
        </message>
        <message>
            <source>Compare with: {0}</source>
            <translation type="vanished">与以下回答对比：{0}</translation>
        </message>
        <message>
            <source>Comparing…</source>
            <translation type="vanished">正在对比…</translation>
        </message>
        <message>
            <source>Confidence</source>
            <translation type="vanished">可信度</translation>
        </message>
        <message>
            <source>Differences</source>
            <translation type="vanished">差异</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/compare.py" />
            <source>First answer</source>
            <translation>第一个回答</translation>
        </message>
        <message>
            <source>Model</source>
            <translation type="vanished">模型</translation>
        </message>
        <message>
            <source>Pages read</source>
            <translation type="vanished">读过的网页</translation>
        </message>
        <message>
            <source>Scroll together</source>
            <translation type="vanished">同步滚动</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/compare.py" />
            <source>Second answer</source>
            <translation>第二个回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/compare.py" />
            <source>Show differences</source>
            <translation>显示差异</translation>
        </message>
        <message>
            <source>Sources</source>
            <translation type="vanished">来源</translation>
        </message>
        <message>
            <source>Strategy</source>
            <translation type="vanished">策略</translation>
        </message>
        <message>
            <source>The answers are shown side by side, the new one as it comes.</source>
            <translation type="vanished">两个回答并排显示，新回答边生成边显示。</translation>
        </message>
        <message>
            <source>Time</source>
            <translation type="vanished">时间</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation type="vanished">Token 数</translation>
        </message>
        <message>
            <source>Two different questions</source>
            <translation type="vanished">两个不同的问题</translation>
        </message>
        <message>
            <source>What the answers took</source>
            <translation type="vanished">各回答的用量</translation>
        </message>
        <message>
            <source>What the second answer says otherwise, word by word</source>
            <translation type="vanished">逐词显示第二个回答的不同之处</translation>
        </message>
        <message>
            <source>Words added: {0} · removed: {1}</source>
            <translation type="vanished">新增词数:{0} · 删除词数:{1}</translation>
        </message>
        <message>
            <source>{0} words added</source>
            <translation type="vanished">增加 {0} 个词</translation>
        </message>
        <message>
            <source>{0} words removed</source>
            <translation type="vanished">删去 {0} 个词</translation>
        </message>
    </context>
    <context>
        <name>Composer</name>
        <message>
            <source>A file is still being read.</source>
            <translation type="vanished">有文件仍在读取中。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Add a question about it.</source>
            <translation>请就此添加一个问题。</translation>
        </message>
        <message>
            <source>An answer is being written; stop it first.</source>
            <translation type="vanished">正在撰写回答；请先停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/attachments.py" />
            <source>Attach files</source>
            <translation>添加附件</translation>
        </message>
        <message>
            <source>No more questions can be queued.</source>
            <translation type="vanished">无法再排入更多问题。</translation>
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
        <message>
            <source>Write what you want to know of it.</source>
            <translation type="vanished">请写出想就此了解什么。</translation>
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
            <source>Attach files</source>
            <translation type="vanished">添加附件</translation>
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
            <translation>不搜索您的文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Searching the web</source>
            <translation>搜索网络</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Searching your documents</source>
            <translation>搜索您的文档</translation>
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
        <name>ConversationActions</name>
        <message>
            <source>Undo</source>
            <translation type="vanished">撤销</translation>
        </message>
        <message>
            <source>“{0}” deleted</source>
            <translation type="vanished">已删除“{0}”</translation>
        </message>
        <message>
            <source>“{0}” restored</source>
            <translation type="vanished">已恢复“{0}”</translation>
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
            <source>Conversation</source>
            <translation type="vanished">对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation_export.py" />
            <source>Export chat</source>
            <translation>导出对话</translation>
        </message>
        <message>
            <source>Export the conversation</source>
            <translation type="vanished">导出对话</translation>
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
            <source>Print the conversation</source>
            <translation type="vanished">打印对话</translation>
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
            <source>No conversations yet. What you ask is kept here.</source>
            <translation type="vanished">还没有对话。提出的问题会保存在这里。</translation>
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
            <source>Nothing matches.</source>
            <translation type="vanished">没有匹配项。</translation>
        </message>
        <message>
            <source>Nothing was deleted lately.</source>
            <translation type="vanished">最近没有删除的对话。</translation>
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
            <translation>您的对话会显示在这里</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_list.py" />
            <source>“{0}” deleted</source>
            <translation>已删除“{0}”</translation>
        </message>
        <message>
            <source>“{0}” restored</source>
            <translation type="vanished">已恢复“{0}”</translation>
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
            <source>Conversations</source>
            <translation type="vanished">对话列表</translation>
        </message>
        <message>
            <source>Enter opens, F2 renames, Delete deletes, the menu key shows more</source>
            <translation type="vanished">Enter 打开，F2 重命名，Delete 删除，菜单键显示更多</translation>
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
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>1 match</source>
            <translation>1 处匹配</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/conversation_view.py" />
            <source>New title</source>
            <translation>新标题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>Older</source>
            <translation>更早</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>Pinned</source>
            <translation>已置顶</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>Previous 7 days</source>
            <translation>过去 7 天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>Untitled</source>
            <translation>未命名</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>Yesterday</source>
            <translation>昨天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/dates.py" />
            <source>Yesterday, {0}</source>
            <translation>昨天，{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
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
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>in folder {0}</source>
            <translation>位于文件夹 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>pinned</source>
            <translation>已置顶</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>tags: {0}</source>
            <translation>标签：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>{0} matches</source>
            <translation>{0} 处匹配</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/sidebar/grouping.py" />
            <source>{0} {1}</source>
            <translation>{1}年{0}</translation>
        </message>
    </context>
    <context>
        <name>CritiqueLine</name>
        <message>
            <source>Critique: ok, the draft stands</source>
            <translation type="vanished">评审：通过，保留草稿</translation>
        </message>
        <message>
            <source>Critique: revise</source>
            <translation type="vanished">评审：需修改</translation>
        </message>
    </context>
    <context>
        <name>DetailsDialog</name>
        <message>
            <source>Can</source>
            <translation type="vanished">能力</translation>
        </message>
        <message>
            <source>Context</source>
            <translation type="vanished">上下文</translation>
        </message>
        <message>
            <source>Embedding</source>
            <translation type="vanished">嵌入维度</translation>
        </message>
        <message>
            <source>Family</source>
            <translation type="vanished">系列</translation>
        </message>
        <message>
            <source>Format</source>
            <translation type="vanished">格式</translation>
        </message>
        <message>
            <source>Licence</source>
            <translation type="vanished">许可证</translation>
        </message>
        <message>
            <source>Options</source>
            <translation type="vanished">选项</translation>
        </message>
        <message>
            <source>Parameters</source>
            <translation type="vanished">参数量</translation>
        </message>
        <message>
            <source>Quantisation</source>
            <translation type="vanished">量化</translation>
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
            <source>An OpenAI-compatible address mostly ends with /v1.</source>
            <translation type="vanished">OpenAI 兼容地址大多以 /v1 结尾。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>An OpenAI-compatible server</source>
            <translation>一个兼容 OpenAI 的服务器</translation>
        </message>
        <message>
            <source>Check http or https and the name. Do not send a key there.</source>
            <translation type="vanished">请检查 http 或 https 以及名称。不要向那里发送密钥。</translation>
        </message>
        <message>
            <source>Check http or https and the name. Don't send a key.</source>
            <translation type="vanished">请检查 http 或 https 以及名称。不要发送密钥。</translation>
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
            <source>Check the spelling, and whether you are connected.</source>
            <translation type="vanished">请检查拼写以及网络连接。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Check your network connection.</source>
            <translation>请检查网络连接。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Copy it again, or check its permissions and credit.</source>
            <translation>请重新复制密钥，或检查其权限和余额。</translation>
        </message>
        <message>
            <source>Copy the key again, or check its rights and credit.</source>
            <translation type="vanished">请重新复制密钥，或检查其权限和余额。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Enter the key above.</source>
            <translation>请在上方输入密钥。</translation>
        </message>
        <message>
            <source>Go online, or use Ollama here.</source>
            <translation type="vanished">请恢复联网，或使用本机的 Ollama。</translation>
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
            <source>Is Ollama running? Start it with: ollama serve</source>
            <translation type="vanished">Ollama 在运行吗？可用此命令启动：ollama serve</translation>
        </message>
        <message>
            <source>Is it busy, or is a firewall between?</source>
            <translation type="vanished">服务器是否繁忙，或中间有防火墙？</translation>
        </message>
        <message>
            <source>Is the server running, and is the port right?</source>
            <translation type="vanished">服务器在运行吗？端口正确吗？</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>It may be busy, or blocked by a firewall.</source>
            <translation>它可能正忙，或被防火墙阻止。</translation>
        </message>
        <message>
            <source>It works, but the model {0} is not installed.</source>
            <translation type="vanished">连接正常，但未安装模型 {0}。</translation>
        </message>
        <message>
            <source>It works, but there is no model that can chat.</source>
            <translation type="vanished">连接正常，但没有可以对话的模型。</translation>
        </message>
        <message>
            <source>It works: one model is there.</source>
            <translation type="vanished">连接正常：有一个模型。</translation>
        </message>
        <message>
            <source>It works: {0} models are there.</source>
            <translation type="vanished">连接正常：有 {0} 个模型。</translation>
        </message>
        <message>
            <source>No computer of that name is known: {0}</source>
            <translation type="vanished">找不到此名称的计算机：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>No route to {0}</source>
            <translation>无法连通 {0}</translation>
        </message>
        <message>
            <source>No safe connection (TLS) to {0} could be made.</source>
            <translation type="vanished">无法与 {0} 建立安全连接 (TLS)。</translation>
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
            <source>Nothing listens at {0}</source>
            <translation type="vanished">{0} 上没有服务在监听</translation>
        </message>
        <message>
            <source>Nothing listens at {0}.</source>
            <translation type="vanished">{0} 没有服务在监听。</translation>
        </message>
        <message>
            <source>Something answers there, but not {0}</source>
            <translation type="vanished">那里有响应，但不是{0}</translation>
        </message>
        <message>
            <source>Something answers there, but not {0}.</source>
            <translation type="vanished">那里有响应，但不是{0}。</translation>
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
            <source>Store one on the page Keys.</source>
            <translation type="vanished">请在“密钥”页存入一个。</translation>
        </message>
        <message>
            <source>Switch the network on, or use a model on this computer.</source>
            <translation type="vanished">请打开网络，或使用本机的模型。</translation>
        </message>
        <message>
            <source>The key is accepted, but the server takes no more requests now.</source>
            <translation type="vanished">密钥已被接受，但服务器暂不接受更多请求。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The key works, but the server is busy</source>
            <translation>密钥有效，但服务器正忙</translation>
        </message>
        <message>
            <source>The network does not lead to {0}.</source>
            <translation type="vanished">网络无法到达 {0}。</translation>
        </message>
        <message>
            <source>The network is switched off, and this server is not on this computer.</source>
            <translation type="vanished">网络已关闭，而此服务器不在本机。</translation>
        </message>
        <message>
            <source>The server answers, but does not accept the key.</source>
            <translation type="vanished">服务器有响应，但不接受该密钥。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The server answers, but not at this path</source>
            <translation>服务器有响应，但路径不对</translation>
        </message>
        <message>
            <source>The server answers, but not at this path.</source>
            <translation type="vanished">服务器有响应，但此路径无效。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The server rejected the key</source>
            <translation>服务器拒绝了密钥</translation>
        </message>
        <message>
            <source>This server wants a key, and none is stored.</source>
            <translation type="vanished">此服务器需要密钥，但尚未存入。</translation>
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
            <source>Wait a while.</source>
            <translation type="vanished">请稍候再试。</translation>
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
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Works: 1 model</source>
            <translation>可用：1 个模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Works: {0} models</source>
            <translation>可用：{0} 个模型</translation>
        </message>
        <message>
            <source>Write it like http://127.0.0.1:11434</source>
            <translation type="vanished">请按此格式填写：http://127.0.0.1:11434</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>You are offline, and this server is not on this computer.</source>
            <translation>您处于离线状态，而此服务器不在本机上。</translation>
        </message>
        <message>
            <source>an OpenAI-compatible server</source>
            <translation type="vanished">OpenAI 兼容服务器</translation>
        </message>
        <message>
            <source>{0} answers at {1}</source>
            <translation type="vanished">{0} 在 {1} 响应</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} didn't answer in time</source>
            <translation>{0} 未及时响应</translation>
        </message>
        <message>
            <source>{0} does not answer in time</source>
            <translation type="vanished">{0} 未及时响应</translation>
        </message>
        <message>
            <source>{0} does not answer in time.</source>
            <translation type="vanished">{0} 未及时响应。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>{0} is running at {1}</source>
            <translation>{0} 在 {1} 响应</translation>
        </message>
        <message>
            <source>“{0}” is no address of a server.</source>
            <translation type="vanished">“{0}”不是服务器地址。</translation>
        </message>
    </context>
    <context>
        <name>DiscoveriesPanel</name>
        <message>
            <source>1 line of the file could not be read.</source>
            <translation type="vanished">文件中有 1 行无法读取。</translation>
        </message>
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
            <source>Discoveries that you save, or that a run makes, are listed here.</source>
            <translation type="vanished">您保存的发现，或运行中得到的发现，会列在这里。</translation>
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
            <source>Enter opens the source, Ctrl+Enter the chat, Delete removes</source>
            <translation>按 Enter 打开来源,Ctrl+Enter 打开对话,Delete 移除</translation>
        </message>
        <message>
            <source>Enter opens the source, Ctrl+Enter the conversation, Delete removes</source>
            <translation type="vanished">Enter 打开来源，Ctrl+Enter 打开对话，Delete 移除</translation>
        </message>
        <message>
            <source>Export all discoveries</source>
            <translation type="vanished">导出全部发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Export discoveries</source>
            <translation>导出发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>No results</source>
            <translation>没有结果</translation>
        </message>
        <message>
            <source>Nothing matches.</source>
            <translation type="vanished">没有匹配项。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Open chat</source>
            <translation>打开对话</translation>
        </message>
        <message>
            <source>Open the conversation</source>
            <translation type="vanished">打开对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Open the source</source>
            <translation>打开来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Save findings from answers and sources, and they appear here.</source>
            <translation>保存回答和来源中的发现,它们会显示在这里。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/discoveries.py" />
            <source>Search discoveries</source>
            <translation>搜索发现</translation>
        </message>
        <message>
            <source>Show one tag</source>
            <translation type="vanished">只显示一个标签</translation>
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
            <source>Tags, separated by commas</source>
            <translation>标签,用英文逗号分隔</translation>
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
        <message>
            <source>What a run finds worth keeping is listed here.</source>
            <translation type="vanished">运行中值得保留的内容会列在这里。</translation>
        </message>
        <message>
            <source>{0} lines of the file could not be read.</source>
            <translation type="vanished">文件中有 {0} 行无法读取。</translation>
        </message>
    </context>
    <context>
        <name>DocumentsSwitch</name>
        <message>
            <source>Use my documents</source>
            <translation type="vanished">使用我的文档</translation>
        </message>
        <message>
            <source>Whether questions of this conversation search your documents too</source>
            <translation type="vanished">此对话的问题是否也搜索您的文档</translation>
        </message>
        <message>
            <source>With my documents</source>
            <translation type="vanished">使用我的文档</translation>
        </message>
        <message>
            <source>Without my documents</source>
            <translation type="vanished">不使用我的文档</translation>
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
            <source>Go on loading {0} where it was</source>
            <translation type="vanished">从中断处继续下载 {0}</translation>
        </message>
        <message>
            <source>Remove {0} from the queue</source>
            <translation type="vanished">从队列中移除 {0}</translation>
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
            <source>Stop loading {0} (Esc)</source>
            <translation type="vanished">停止下载 {0} (Esc)</translation>
        </message>
        <message>
            <source>Take this off the list</source>
            <translation type="vanished">从列表中移除</translation>
        </message>
        <message>
            <source>Take {0} off the list</source>
            <translation type="vanished">从列表中移除 {0}</translation>
        </message>
        <message>
            <source>Take {0} out of the queue</source>
            <translation type="vanished">从队列中移除 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
    </context>
    <context>
        <name>Downloads</name>
        <message>
            <source>Switch it on to download a model.</source>
            <translation type="vanished">请打开网络以下载模型。</translation>
        </message>
        <message>
            <source>The network is switched off.</source>
            <translation type="vanished">网络已关闭。</translation>
        </message>
    </context>
    <context>
        <name>DraftFold</name>
        <message>
            <source>Changes from the draft to the answer</source>
            <translation type="vanished">从草稿到回答的更改</translation>
        </message>
        <message>
            <source>Draft</source>
            <translation type="vanished">草稿</translation>
        </message>
        <message>
            <source>Draft → Refined</source>
            <translation type="vanished">草稿 → 修订</translation>
        </message>
        <message>
            <source>Show draft</source>
            <translation type="vanished">显示草稿</translation>
        </message>
        <message>
            <source>The first text, before the critique</source>
            <translation type="vanished">评审前的初稿</translation>
        </message>
        <message>
            <source>What changed, word by word</source>
            <translation type="vanished">逐词显示更改</translation>
        </message>
    </context>
    <context>
        <name>DropTarget</name>
        <message>
            <source>Drop files to attach them to your question</source>
            <translation type="vanished">拖放文件，将其附加到您的问题</translation>
        </message>
        <message>
            <source>Drop text to add it to your question</source>
            <translation type="vanished">拖放文本，将其添加到您的问题</translation>
        </message>
        <message>
            <source>Only files, pictures and text can be attached.</source>
            <translation type="vanished">只能附加文件、图片和文本。</translation>
        </message>
        <message>
            <source>This can't be attached</source>
            <translation type="vanished">无法附加此内容</translation>
        </message>
        <message>
            <source>This cannot be attached to a question</source>
            <translation type="vanished">此内容无法附加到问题</translation>
        </message>
        <message>
            <source>You can attach files, images and text.</source>
            <translation type="vanished">可以附加文件、图片和文本。</translation>
        </message>
    </context>
    <context>
        <name>EditingBar</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Cancel (Esc)</source>
            <translation>取消 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Cancel editing</source>
            <translation>取消编辑</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Editing an earlier question</source>
            <translation>正在编辑之前的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/toolbar.py" />
            <source>Keep the question unchanged (Esc)</source>
            <translation>保持问题不变 (Esc)</translation>
        </message>
        <message>
            <source>Leave the question as it is (Esc)</source>
            <translation type="vanished">保持问题不变 (Esc)</translation>
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
            <source>A few searches without a key</source>
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
            <translation>您自己的服务器</translation>
        </message>
    </context>
    <context>
        <name>ErrorCard</name>
        <message>
            <source>Answer from sources without a model</source>
            <translation type="vanished">不用模型，从来源回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Answer with quotes, without a model</source>
            <translation>不用模型，以引文回答</translation>
        </message>
        <message>
            <source>Answer with what the pages say, without a model</source>
            <translation type="vanished">不使用模型，以网页的内容作答</translation>
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
            <source>Ask the same question in evidence mode: it quotes what pages say</source>
            <translation type="vanished">以证据模式提出同一问题：引用网页原文</translation>
        </message>
        <message>
            <source>Ask the same question of a model that answers now</source>
            <translation type="vanished">向目前可用的模型提出同一个问题</translation>
        </message>
        <message>
            <source>Ask the same question once more</source>
            <translation type="vanished">再次提出同一问题</translation>
        </message>
        <message>
            <source>Asks the same question once more</source>
            <translation type="vanished">再次提出同一问题</translation>
        </message>
        <message>
            <source>Cancel download</source>
            <translation type="vanished">取消下载</translation>
        </message>
        <message>
            <source>Download</source>
            <translation type="vanished">下载</translation>
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
            <source>No model answers now</source>
            <translation type="vanished">目前没有可用的模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>No model available</source>
            <translation>没有可用的模型</translation>
        </message>
        <message>
            <source>Pull {0}</source>
            <translation type="vanished">拉取 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/error_card.py" />
            <source>Show quotes instead</source>
            <translation>改为显示引文</translation>
        </message>
        <message>
            <source>Stop pulling</source>
            <translation type="vanished">停止拉取</translation>
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
            <source>1 number that no source holds</source>
            <translation type="vanished">有 1 个数字在来源中找不到</translation>
        </message>
        <message>
            <source>About: {0}</source>
            <translation type="vanished">关于：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>According to {0}</source>
            <translation>据 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>Agrees with the evidence</source>
            <translation>与证据一致</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Agrees with the extracted evidence</source>
            <translation>与提取的证据一致</translation>
        </message>
        <message>
            <source>Asked for: {0}</source>
            <translation type="vanished">所问：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Candidates</source>
            <translation>候选值</translation>
        </message>
        <message>
            <source>Citations checked: {0}</source>
            <translation type="vanished">已核查引用：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
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
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>Disagrees with the evidence</source>
            <translation>与证据不一致</translation>
        </message>
        <message>
            <source>Evidence: passages, no single value</source>
            <translation type="vanished">证据：有相关段落，没有单一值</translation>
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
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>Extracted from the sources: {0}</source>
            <translation>从来源中提取：{0}</translation>
        </message>
        <message>
            <source>It gave no verdict, which counts as no.</source>
            <translation type="vanished">未给出结论，按否处理。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning_model.py" />
            <source>Looking for: {0}</source>
            <translation>正在查找：{0}</translation>
        </message>
        <message>
            <source>Next it is searched for “{0}”</source>
            <translation type="vanished">接下来搜索“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>Next search: “{0}”</source>
            <translation>下一次搜索：“{0}”</translation>
        </message>
        <message>
            <source>No verdict, which counts as no.</source>
            <translation type="vanished">没有结论，视为否定。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>No verdict; counted as no.</source>
            <translation>没有结论，视为否定。</translation>
        </message>
        <message>
            <source>Not checked</source>
            <translation type="vanished">未核查</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation type="vanished">未找到</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Partly supported</source>
            <translation>部分支持</translation>
        </message>
        <message>
            <source>Passages</source>
            <translation type="vanished">段落</translation>
        </message>
        <message>
            <source>Replaced by the extracted answer</source>
            <translation type="vanished">已替换为提取的答案</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Replaced with the answer from the sources</source>
            <translation>已替换为提取的答案</translation>
        </message>
        <message>
            <source>Said by {0}</source>
            <translation type="vanished">出自 {0}</translation>
        </message>
        <message>
            <source>Sentences compared with their sources: {0}</source>
            <translation type="vanished">与来源比对的句子：{0}</translation>
        </message>
        <message>
            <source>Sources</source>
            <translation type="vanished">来源</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>Statements compared with their sources: {0}</source>
            <translation>已与来源比对的陈述：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>Struck out</source>
            <translation>已删去</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Supported</source>
            <translation>获得支持</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>The model contradicted the evidence</source>
            <translation>模型与证据相矛盾</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>The model contradicted the evidence.</source>
            <translation>模型与证据相矛盾。</translation>
        </message>
        <message>
            <source>The page was not read, so this could not be checked.</source>
            <translation type="vanished">该网页未被读取，因此无法核查。</translation>
        </message>
        <message>
            <source>The stored page does not say this.</source>
            <translation type="vanished">存储的网页没有这样说。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The stored page says otherwise.</source>
            <translation>保存的网页说法不同。</translation>
        </message>
        <message>
            <source>The stored page says some of this.</source>
            <translation type="vanished">存储的网页只说了其中一部分。</translation>
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
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>Verifier, round {0}: {1}</source>
            <translation>核验，第 {0} 轮：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
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
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>enough found</source>
            <translation>资料已足够</translation>
        </message>
        <message>
            <source>enough is known</source>
            <translation type="vanished">已足够了解</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>more is needed</source>
            <translation>还需要更多资料</translation>
        </message>
        <message>
            <source>more must be found</source>
            <translation type="vanished">还需查找更多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>none to check</source>
            <translation>无需核查</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>the date of an event</source>
            <translation>某一事件的日期</translation>
        </message>
        <message>
            <source>the latest album of an artist</source>
            <translation type="vanished">某位艺术家的最新专辑</translation>
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
            <source>who holds an office, a title or a record now</source>
            <translation type="vanished">目前担任某职位、拥有某头衔或纪录的人</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>who performed a song</source>
            <translation>某首歌曲的演唱者</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <location filename="../../resources/labels.toml" />
            <source>{0} contradicted</source>
            <translation>{0} 处与来源矛盾</translation>
        </message>
        <message>
            <source>{0} not checked</source>
            <translation type="vanished">{0} 句未核查</translation>
        </message>
        <message>
            <source>{0} not found</source>
            <translation type="vanished">{0} 句未找到</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>{0} not stated</source>
            <translation>{0} 句来源未提及</translation>
        </message>
        <message>
            <source>{0} numbers that no source holds</source>
            <translation type="vanished">有 {0} 个数字在来源中找不到</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} partly supported</source>
            <translation>{0} 句部分支持</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>{0} struck out</source>
            <translation>{0} 处已删去</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
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
            <source>{0} without a quote that shows it</source>
            <translation type="vanished">{0} 句没有可证明的引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/evidence.py" />
            <source>{0} without proof</source>
            <translation>{0} 条没有依据</translation>
        </message>
    </context>
    <context>
        <name>ExampleCard</name>
        <message>
            <source>Ask this</source>
            <translation type="vanished">提出此问题</translation>
        </message>
        <message>
            <source>Asks this question</source>
            <translation type="vanished">提出此问题</translation>
        </message>
    </context>
    <context>
        <name>Examples</name>
        <message>
            <source>Catch up</source>
            <translation type="vanished">了解动态</translation>
        </message>
        <message>
            <source>Check a fact</source>
            <translation type="vanished">核实事实</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Example questions</source>
            <translation>示例问题</translation>
        </message>
        <message>
            <source>Understand</source>
            <translation type="vanished">理解</translation>
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
            <source>Why is the sky blue, and why is sunset red?</source>
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
            <source>Choose another file or printer.</source>
            <translation type="vanished">请选择其他文件或打印机。</translation>
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
            <source>Export as HTML and print that from a browser.</source>
            <translation type="vanished">请导出为 HTML，再从浏览器打印。</translation>
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
            <source>From the model's own knowledge, not checked against any source.</source>
            <translation type="vanished">出自模型自身的知识，未经任何来源核查。</translation>
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
            <source>Incomplete: the program was closed before the answer was finished.</source>
            <translation type="vanished">不完整：程序在回答完成前已关闭。</translation>
        </message>
        <message>
            <source>Insufficient evidence.</source>
            <translation type="vanished">证据不足。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Not fully reviewed: the model failed. {0}</source>
            <translation>未完成审阅：模型出错。{0}</translation>
        </message>
        <message>
            <source>Not reviewed to the end: the model failed. {0}</source>
            <translation type="vanished">审阅未完成：模型出错。{0}</translation>
        </message>
        <message>
            <source>Partial answer: it was still being written.</source>
            <translation type="vanished">不完整的回答：当时仍在撰写。</translation>
        </message>
        <message>
            <source>Partial answer: it was stopped.</source>
            <translation type="vanished">不完整的回答：已被停止。</translation>
        </message>
        <message>
            <source>Partial answer: the model failed. {0}</source>
            <translation type="vanished">回答不完整：模型出错。{0}</translation>
        </message>
        <message>
            <source>Partial answer: the program ended before it was finished.</source>
            <translation type="vanished">不完整的回答：程序在完成前已结束。</translation>
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
            <source>The PDF could not be made: {0}</source>
            <translation type="vanished">无法生成 PDF：{0}</translation>
        </message>
        <message>
            <source>The pages cannot be written.</source>
            <translation type="vanished">无法写入页面。</translation>
        </message>
        <message>
            <source>The process that makes PDFs cannot be started: {0}.</source>
            <translation type="vanished">无法启动生成 PDF 的进程：{0}。</translation>
        </message>
        <message>
            <source>The run failed.</source>
            <translation type="vanished">运行失败。</translation>
        </message>
        <message>
            <source>The run failed: {0}</source>
            <translation type="vanished">运行失败：{0}</translation>
        </message>
        <message>
            <source>The run was stopped.</source>
            <translation type="vanished">运行已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>Untitled chat</source>
            <translation>未命名对话</translation>
        </message>
        <message>
            <source>Untitled conversation</source>
            <translation type="vanished">未命名对话</translation>
        </message>
        <message>
            <source>d MMM yyyy, hh:mm</source>
            <translation type="vanished">yyyy年M月d日 hh:mm</translation>
        </message>
        <message>
            <source>exit status {0}</source>
            <translation type="vanished">退出状态 {0}</translation>
        </message>
        <message>
            <source>image</source>
            <translation type="vanished">图片</translation>
        </message>
        <message>
            <source>only its snippet was seen</source>
            <translation type="vanished">仅看到摘要片段</translation>
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
            <source>snapshot {0}</source>
            <translation type="vanished">快照 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/export/conversation.py" />
            <source>snippet only</source>
            <translation>仅有摘要</translation>
        </message>
        <message>
            <source>{0} cannot be written: {1}.</source>
            <translation type="vanished">无法写入 {0}：{1}。</translation>
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
            <source>Find in this conversation</source>
            <translation type="vanished">在此对话中查找</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/find_bar.py" />
            <source>Next match (F3)</source>
            <translation>下一个匹配 (F3)</translation>
        </message>
        <message>
            <source>Next place (F3)</source>
            <translation type="vanished">下一处 (F3)</translation>
        </message>
        <message>
            <source>No match</source>
            <translation type="vanished">没有匹配</translation>
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
            <source>Previous place (Shift+F3)</source>
            <translation type="vanished">上一处 (Shift+F3)</translation>
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
        <name>IngestBar</name>
        <message>
            <source>Go on indexing</source>
            <translation type="vanished">继续建立索引</translation>
        </message>
        <message>
            <source>Indexing</source>
            <translation type="vanished">正在建立索引</translation>
        </message>
        <message>
            <source>Pause the indexing</source>
            <translation type="vanished">暂停建立索引</translation>
        </message>
    </context>
    <context>
        <name>InterruptedNote</name>
        <message>
            <source>Ask again</source>
            <translation type="vanished">重新提问</translation>
        </message>
        <message>
            <source>Ask the same question once more</source>
            <translation type="vanished">再次提出同一问题</translation>
        </message>
        <message>
            <source>Interrupted</source>
            <translation type="vanished">已中断</translation>
        </message>
    </context>
    <context>
        <name>KeepTemplateDialog</name>
        <message>
            <source>A question of this kind is then worked on by these steps.</source>
            <translation type="vanished">以后这类问题会按这些步骤处理。</translation>
        </message>
        <message>
            <source>Instruction of {0}, {1}</source>
            <translation type="vanished">{0} 的指令，{1}</translation>
        </message>
        <message>
            <source>Save</source>
            <translation type="vanished">保存</translation>
        </message>
        <message>
            <source>Save this run as a template</source>
            <translation type="vanished">将此次运行保存为模板</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation type="vanished">步骤</translation>
        </message>
        <message>
            <source>Tags</source>
            <translation type="vanished">标签</translation>
        </message>
        <message>
            <source>Title</source>
            <translation type="vanished">标题</translation>
        </message>
        <message>
            <source>What it is for</source>
            <translation type="vanished">用途</translation>
        </message>
        <message>
            <source>words of such problems, by commas</source>
            <translation type="vanished">此类问题中的词语，用逗号分隔</translation>
        </message>
    </context>
    <context>
        <name>KeyRow</name>
        <message>
            <source>Forget the key for {0}</source>
            <translation type="vanished">移除 {0} 的密钥</translation>
        </message>
        <message>
            <source>In memory until you quit</source>
            <translation type="vanished">保存在内存中，退出即失</translation>
        </message>
        <message>
            <source>Key for {0}</source>
            <translation type="vanished">{0} 的密钥</translation>
        </message>
        <message>
            <source>No key stored</source>
            <translation type="vanished">未存密钥</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation type="vanished">移除</translation>
        </message>
        <message>
            <source>Save</source>
            <translation type="vanished">保存</translation>
        </message>
        <message>
            <source>Sent to {0}</source>
            <translation type="vanished">发送到 {0}</translation>
        </message>
        <message>
            <source>Set by {0}, which wins</source>
            <translation type="vanished">已由 {0} 设定，以其为准</translation>
        </message>
        <message>
            <source>Show the key for {0}</source>
            <translation type="vanished">显示 {0} 的密钥</translation>
        </message>
        <message>
            <source>Show what is typed</source>
            <translation type="vanished">显示键入的内容</translation>
        </message>
        <message>
            <source>Store the key for {0}</source>
            <translation type="vanished">保存 {0} 的密钥</translation>
        </message>
        <message>
            <source>Stored in the keyring</source>
            <translation type="vanished">已存入密钥环</translation>
        </message>
        <message>
            <source>Test</source>
            <translation type="vanished">测试</translation>
        </message>
        <message>
            <source>Try the stored key at {0}</source>
            <translation type="vanished">用存储的密钥测试 {0}</translation>
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
            <source>Key held until you quit</source>
            <translation type="vanished">密钥保留到退出为止</translation>
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
            <source>Keys are stored in: {0}. It is locked, so their names are not known.</source>
            <translation type="vanished">密钥存储于：{0}。它已锁定，因此不知道其中有哪些密钥。</translation>
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
            <source>Press the new keys, Escape to cancel, or Backspace to remove them</source>
            <translation type="vanished">按下新的快捷键，Esc 取消，Backspace 移除</translation>
        </message>
        <message>
            <source>Press the new keys; Escape gives up, Backspace takes them away</source>
            <translation type="vanished">请按下新按键；Esc 放弃，Backspace 取消按键</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/keyboard_shortcuts.py" />
            <source>Press the new shortcut</source>
            <translation>请按下新按键</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/keyboard_shortcuts.py" />
            <source>Press the new shortcut, Escape to cancel, or Backspace to remove it</source>
            <translation>按下新的快捷键，Esc 取消，Backspace 移除</translation>
        </message>
    </context>
    <context>
        <name>KeysPage</name>
        <message>
            <source>Claude models</source>
            <translation type="vanished">Claude 模型</translation>
        </message>
        <message>
            <source>For search engines and remote models. A key is never written to a file.</source>
            <translation type="vanished">用于搜索引擎和远程模型。密钥绝不写入文件。</translation>
        </message>
        <message>
            <source>Keys are held by: {0}</source>
            <translation type="vanished">密钥保存在：{0}</translation>
        </message>
        <message>
            <source>Keys are held by: {0}. It does not tell which without being unlocked.</source>
            <translation type="vanished">密钥保存在：{0}。不解锁就无法得知其中有哪些密钥。</translation>
        </message>
        <message>
            <source>Keys are held in {0}. They are gone when you quit.</source>
            <translation type="vanished">密钥保存在{0}，退出即失。</translation>
        </message>
        <message>
            <source>Look for stored keys</source>
            <translation type="vanished">查找已存的密钥</translation>
        </message>
        <message>
            <source>Looking for the keyring…</source>
            <translation type="vanished">正在查找密钥环…</translation>
        </message>
        <message>
            <source>Or any OpenAI-compatible server</source>
            <translation type="vanished">或任意 OpenAI 兼容服务器</translation>
        </message>
        <message>
            <source>Removed.</source>
            <translation type="vanished">已移除。</translation>
        </message>
        <message>
            <source>Saved.</source>
            <translation type="vanished">已保存。</translation>
        </message>
        <message>
            <source>Shortcut</source>
            <translation type="vanished">密钥</translation>
        </message>
        <message>
            <source>The keyring does not answer. Does it wait for its password?</source>
            <translation type="vanished">密钥环没有响应。它在等待密码吗？</translation>
        </message>
        <message>
            <source>The keyring is broken: {0}</source>
            <translation type="vanished">密钥环已损坏：{0}</translation>
        </message>
        <message>
            <source>Trying…</source>
            <translation type="vanished">正在测试…</translation>
        </message>
        <message>
            <source>Waiting for your system's password prompt…</source>
            <translation type="vanished">正在等待系统的密码提示…</translation>
        </message>
        <message>
            <source>Web search, the second engine</source>
            <translation type="vanished">网页搜索，第二引擎</translation>
        </message>
        <message>
            <source>Web search, the third engine</source>
            <translation type="vanished">网页搜索，第三引擎</translation>
        </message>
        <message>
            <source>Your system may ask for a password</source>
            <translation type="vanished">系统可能会要求输入密码</translation>
        </message>
    </context>
    <context>
        <name>Knowledge</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>1 document</source>
            <translation>1 个文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>1 file</source>
            <translation>1 个文件</translation>
        </message>
        <message>
            <source>1 passage</source>
            <translation type="vanished">1 个段落</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>1 problem</source>
            <translation>1 个问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>1 result</source>
            <translation>1 个结果</translation>
        </message>
        <message>
            <source>A table that was made elsewhere</source>
            <translation type="vanished">在别处建立的表</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>About my document “{0}”{1}: </source>
            <translation>关于我的文档“{0}”{1}：</translation>
        </message>
        <message>
            <source>Add a folder</source>
            <translation type="vanished">添加文件夹</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Add a folder here…</source>
            <translation>在此添加文件夹…</translation>
        </message>
        <message>
            <source>Add a folder to search documents of your own.</source>
            <translation type="vanished">添加文件夹即可搜索您自己的文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Add a folder to search your own documents.</source>
            <translation>添加文件夹即可搜索您自己的文档。</translation>
        </message>
        <message>
            <source>Add a folder…</source>
            <translation type="vanished">添加文件夹…</translation>
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
            <source>Add folders with your papers, notes and reports. They can then be searched here, by words and by meaning, and answers can quote them with page and heading. Files stay where they are, and what changes in them is noticed.</source>
            <translation type="vanished">添加存放论文、笔记和报告的文件夹。之后即可在此按词语和含义搜索，回答也能引用它们并注明页码和标题。文件留在原处，其改动会被察觉。</translation>
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
            <source>Added to “{0}”</source>
            <translation type="vanished">已添加到“{0}”</translation>
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
            <source>Another Desktop Agent is indexing; this one waits.</source>
            <translation type="vanished">另一个 Desktop Agent 正在建立索引；此程序在等待。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>Ask about this</source>
            <translation>就此提问</translation>
        </message>
        <message>
            <source>Ask your own documents</source>
            <translation type="vanished">向您自己的文档提问</translation>
        </message>
        <message>
            <source>Back to the chat</source>
            <translation type="vanished">返回聊天</translation>
        </message>
        <message>
            <source>Back to the chat (Esc)</source>
            <translation type="vanished">返回聊天 (Esc)</translation>
        </message>
        <message>
            <source>Best {0} results</source>
            <translation type="vanished">最佳的 {0} 个结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Check for changes</source>
            <translation>检查更改</translation>
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
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Discoveries</source>
            <translation>发现</translation>
        </message>
        <message>
            <source>Document</source>
            <translation type="vanished">文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Down for the results</source>
            <translation type="vanished">按向下键转到结果</translation>
        </message>
        <message>
            <source>Embedding: {0}</source>
            <translation type="vanished">正在嵌入：{0}</translation>
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
            <source>Everywhere</source>
            <translation type="vanished">全部</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>F2 to rename, Delete to remove, Enter to open a folder</source>
            <translation>F2 重命名，Delete 移除，Enter 打开文件夹</translation>
        </message>
        <message>
            <source>Files not read, or only in part</source>
            <translation type="vanished">未读取或仅部分读取的文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Files that could not be read</source>
            <translation>无法读取的文件</translation>
        </message>
        <message>
            <source>Find in the text</source>
            <translation type="vanished">在文本中查找</translation>
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
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Indexing in another window</source>
            <translation>另一个窗口正在建立索引</translation>
        </message>
        <message>
            <source>Indexing is paused</source>
            <translation type="vanished">建立索引已暂停</translation>
        </message>
        <message>
            <source>It is no longer searched. The files stay where they are.</source>
            <translation type="vanished">将不再搜索它。文件保留在原处。</translation>
        </message>
        <message>
            <source>It is no longer searched. The files themselves stay where they are.</source>
            <translation type="vanished">将不再搜索它。文件本身留在原处。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>It will no longer be searched. The files stay where they are.</source>
            <translation>将不再搜索它。文件保留在原处。</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation type="vanished">保留</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Keyword search only. Install an embedding model for better results.</source>
            <translation>仅支持关键词搜索。安装嵌入模型可获得更好的结果。</translation>
        </message>
        <message>
            <source>Knowledge</source>
            <translation type="vanished">知识库</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Loading…</source>
            <translation>正在加载…</translation>
        </message>
        <message>
            <source>Look for changed files</source>
            <translation type="vanished">查找已更改的文件</translation>
        </message>
        <message>
            <source>Looking at your documents…</source>
            <translation type="vanished">正在查看您的文档…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Looking for changed files…</source>
            <translation>正在查找已更改的文件…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <source>More about the documents</source>
            <translation type="vanished">更多文档操作</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/collections.py" />
            <source>Name of the collection</source>
            <translation>资料集的名称</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Name of the collection. Choose its first folder next.</source>
            <translation>集合的名称。接下来选择它的第一个文件夹。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>New collection</source>
            <translation>新建集合</translation>
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
            <source>Nothing is indexed yet</source>
            <translation type="vanished">尚未建立索引</translation>
        </message>
        <message>
            <source>Nothing leaves this machine: documents are read, indexed and searched here.</source>
            <translation type="vanished">任何内容都不会离开本机：文档在此读取、建立索引和搜索。</translation>
        </message>
        <message>
            <source>Nothing was found. Other words, or fewer, may find more.</source>
            <translation type="vanished">未找到。换些词语或减少词语也许能找到更多。</translation>
        </message>
        <message>
            <source>Open in browser</source>
            <translation type="vanished">在浏览器中打开</translation>
        </message>
        <message>
            <source>Open the file</source>
            <translation type="vanished">打开文件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/search_results.py" />
            <source>Open the text</source>
            <translation>打开文本</translation>
        </message>
        <message>
            <source>PDF, Word, PowerPoint, Excel, EPUB, Markdown, text, HTML, e-mail, notebooks and code. You can also drop them here.</source>
            <translation type="vanished">PDF、Word、PowerPoint、Excel、EPUB、Markdown、文本、HTML、电子邮件、笔记本和代码。也可以把它们拖放到这里。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>PDF, Word, PowerPoint, Excel, EPUB, Markdown, text, HTML, email, notebooks and code. You can also drop them here.</source>
            <translation>PDF、Word、PowerPoint、Excel、EPUB、Markdown、文本、HTML、邮件、笔记本和代码。也可以将它们拖放到这里。</translation>
        </message>
        <message>
            <source>Pages read and discoveries</source>
            <translation type="vanished">读过的网页和发现</translation>
        </message>
        <message>
            <source>Pages that runs have read, and the discoveries, are added by themselves</source>
            <translation type="vanished">运行中读过的网页和发现会自动添加</translation>
        </message>
        <message>
            <source>Pages that were read</source>
            <translation type="vanished">读过的网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Pause indexing</source>
            <translation>暂停建立索引</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Paused: {0}</source>
            <translation>已暂停：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
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
            <source>Programs and scripts are not opened from here</source>
            <translation type="vanished">不从这里打开程序和脚本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Reading {0}</source>
            <translation>正在读取 {0}</translation>
        </message>
        <message>
            <source>Reading: {0}</source>
            <translation type="vanished">正在读取：{0}</translation>
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
            <source>Remove the chosen row (Del)</source>
            <translation type="vanished">移除所选行 (Del)</translation>
        </message>
        <message>
            <source>Remove “{0}” from the knowledge base?</source>
            <translation type="vanished">要从知识库移除“{0}”吗？</translation>
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
            <translation>重命名集合</translation>
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
            <translation>搜索您的文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Search your own documents</source>
            <translation>搜索您自己的文档</translation>
        </message>
        <message>
            <source>Searching by words alone: there is no embedding model.</source>
            <translation type="vanished">仅按词语搜索：没有嵌入模型。</translation>
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
            <source>Show problems</source>
            <translation type="vanished">显示问题</translation>
        </message>
        <message>
            <source>Text of the document</source>
            <translation type="vanished">文档的文本</translation>
        </message>
        <message>
            <source>The best {0} passages</source>
            <translation type="vanished">最佳的 {0} 个段落</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>The embedding model runs there. To keep your documents on this computer, use a local model.</source>
            <translation>嵌入模型在那里运行。如果使用这台计算机上的模型，则不会发送任何内容。</translation>
        </message>
        <message>
            <source>The embedding model runs there. With a model on this computer, nothing leaves it.</source>
            <translation type="vanished">嵌入模型在那里运行。如果使用这台计算机上的模型，则不会发送任何内容。</translation>
        </message>
        <message>
            <source>The indexing has ended</source>
            <translation type="vanished">建立索引已结束</translation>
        </message>
        <message>
            <source>The passages were embedded with {0}; {1} is chosen now.</source>
            <translation type="vanished">段落由 {0} 嵌入；现在选择的是 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>The text of your documents is sent to {0} for embedding.</source>
            <translation>文档的文本会发送到 {0} 以生成嵌入。</translation>
        </message>
        <message>
            <source>The text of your documents is sent to {0} to be embedded.</source>
            <translation type="vanished">您文档的文本会发送给 {0} 进行嵌入。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Top {0} results</source>
            <translation>最佳的 {0} 个结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/page.py" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation type="vanished">撤销</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Web pages</source>
            <translation>网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>Web pages and discoveries</source>
            <translation>网页和发现</translation>
        </message>
        <message>
            <source>Your documents</source>
            <translation type="vanished">您的文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>about {0} h left</source>
            <translation>约剩 {0} 小时</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>about {0} min left</source>
            <translation>约剩 {0} 分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>built in</source>
            <translation>内置</translation>
        </message>
        <message>
            <source>index {0}</source>
            <translation type="vanished">索引 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>less than a minute left</source>
            <translation>剩余不到一分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>line {0}</source>
            <translation>第 {0} 行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>lines {0}-{1}</source>
            <translation>第 {0}-{1} 行</translation>
        </message>
        <message>
            <source>not there now</source>
            <translation type="vanished">目前不在</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>page {0}</source>
            <translation>第 {0} 页</translation>
        </message>
        <message>
            <source>read only</source>
            <translation type="vanished">只读</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>read-only</source>
            <translation>只读</translation>
        </message>
        <message>
            <source>searching by words alone</source>
            <translation type="vanished">仅按词语搜索</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>unavailable</source>
            <translation>不可用</translation>
        </message>
        <message>
            <source>{0} % embedded</source>
            <translation type="vanished">已嵌入 {0} %</translation>
        </message>
        <message>
            <source>{0} % searchable by meaning</source>
            <translation type="vanished">{0}% 可按语义搜索</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>{0} documents</source>
            <translation>{0} 个文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>{0} of {1} files</source>
            <translation>{0} / {1} 个文件</translation>
        </message>
        <message>
            <source>{0} of {1} passages</source>
            <translation type="vanished">{0} / {1} 个段落</translation>
        </message>
        <message>
            <source>{0} passages</source>
            <translation type="vanished">{0} 个段落</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>{0} problems</source>
            <translation>{0} 个问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>{0} results</source>
            <translation>{0} 个结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/knowledge/labels.py" />
            <source>{0}% searchable by meaning</source>
            <translation>{0}% 可按语义搜索</translation>
        </message>
    </context>
    <context>
        <name>KnowledgeFoot</name>
        <message>
            <source>Knowledge</source>
            <translation type="vanished">知识库</translation>
        </message>
    </context>
    <context>
        <name>Ledger</name>
        <message>
            <source>Host</source>
            <translation type="vanished">主机</translation>
        </message>
        <message>
            <source>Last</source>
            <translation type="vanished">最近</translation>
        </message>
        <message>
            <source>MCP server</source>
            <translation type="vanished">MCP 服务器</translation>
        </message>
        <message>
            <source>Purpose</source>
            <translation type="vanished">用途</translation>
        </message>
        <message>
            <source>Question</source>
            <translation type="vanished">问题</translation>
        </message>
        <message>
            <source>Received</source>
            <translation type="vanished">接收</translation>
        </message>
        <message>
            <source>Requests</source>
            <translation type="vanished">请求</translation>
        </message>
        <message>
            <source>Sent</source>
            <translation type="vanished">发送</translation>
        </message>
        <message>
            <source>Time</source>
            <translation type="vanished">时间</translation>
        </message>
        <message>
            <source>blocked</source>
            <translation type="vanished">已拒绝</translation>
        </message>
        <message>
            <source>documents</source>
            <translation type="vanished">文档</translation>
        </message>
        <message>
            <source>failed</source>
            <translation type="vanished">失败</translation>
        </message>
        <message>
            <source>model</source>
            <translation type="vanished">模型</translation>
        </message>
        <message>
            <source>page</source>
            <translation type="vanished">网页</translation>
        </message>
        <message>
            <source>refused: the network was switched off</source>
            <translation type="vanished">已拒绝：网络处于关闭状态</translation>
        </message>
        <message>
            <source>search</source>
            <translation type="vanished">搜索</translation>
        </message>
        <message>
            <source>sent {0}, received {1}</source>
            <translation type="vanished">发送 {0}，接收 {1}</translation>
        </message>
        <message>
            <source>{0} requests</source>
            <translation type="vanished">{0} 个请求</translation>
        </message>
    </context>
    <context>
        <name>LedgerPanel</name>
        <message>
            <source>Add up by host</source>
            <translation type="vanished">按主机汇总</translation>
        </message>
        <message>
            <source>All</source>
            <translation type="vanished">全部</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation type="vanished">清空</translation>
        </message>
        <message>
            <source>Clear the ledger</source>
            <translation type="vanished">清空网络记录</translation>
        </message>
        <message>
            <source>Clear the ledger?</source>
            <translation type="vanished">要清空网络记录吗？</translation>
        </message>
        <message>
            <source>Export the ledger</source>
            <translation type="vanished">导出网络记录</translation>
        </message>
        <message>
            <source>Filter by host or purpose</source>
            <translation type="vanished">按主机或用途筛选</translation>
        </message>
        <message>
            <source>Filter requests</source>
            <translation type="vanished">筛选请求</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation type="vanished">保留</translation>
        </message>
        <message>
            <source>Ledger</source>
            <translation type="vanished">网络记录</translation>
        </message>
        <message>
            <source>Nothing has been sent anywhere.</source>
            <translation type="vanished">尚未向任何地方发送内容。</translation>
        </message>
        <message>
            <source>Nothing matches.</source>
            <translation type="vanished">没有匹配项。</translation>
        </message>
        <message>
            <source>Today</source>
            <translation type="vanished">今天</translation>
        </message>
        <message>
            <source>What was sent so far can then no longer be looked up. This cannot be undone.</source>
            <translation type="vanished">清空后将无法再查看此前发送的内容。此操作无法撤销。</translation>
        </message>
        <message>
            <source>Which days are shown</source>
            <translation type="vanished">显示哪几天</translation>
        </message>
    </context>
    <context>
        <name>LedgerTable</name>
        <message>
            <source>Every request with its host; Ctrl+C copies</source>
            <translation type="vanished">每个请求及其主机；Ctrl+C 复制</translation>
        </message>
        <message>
            <source>Requests</source>
            <translation type="vanished">请求</translation>
        </message>
    </context>
    <context>
        <name>ListFoot</name>
        <message>
            <source>Knowledge</source>
            <translation type="vanished">知识库</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation type="vanished">运行</translation>
        </message>
    </context>
    <context>
        <name>ListHead</name>
        <message>
            <source>Back to all conversations</source>
            <translation type="vanished">返回全部对话</translation>
        </message>
        <message>
            <source>Begin a new chat (Ctrl+N)</source>
            <translation type="vanished">开始新对话 (Ctrl+N)</translation>
        </message>
        <message>
            <source>Looks in titles, questions and answers; Down goes to what was found</source>
            <translation type="vanished">在标题、问题和回答中查找；按 Down 转到结果</translation>
        </message>
        <message>
            <source>More about conversations</source>
            <translation type="vanished">对话的更多选项</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation type="vanished">新对话</translation>
        </message>
        <message>
            <source>Recently deleted</source>
            <translation type="vanished">最近删除</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation type="vanished">恢复</translation>
        </message>
        <message>
            <source>Search</source>
            <translation type="vanished">搜索</translation>
        </message>
        <message>
            <source>Search conversations</source>
            <translation type="vanished">搜索对话</translation>
        </message>
        <message>
            <source>Search titles, questions and answers</source>
            <translation type="vanished">搜索标题、问题和回答</translation>
        </message>
        <message>
            <source>Take the chosen conversation back (Ctrl+Enter)</source>
            <translation type="vanished">恢复所选对话 (Ctrl+Enter)</translation>
        </message>
    </context>
    <context>
        <name>ListNote</name>
        <message>
            <source>No conversations yet. What you ask is kept here.</source>
            <translation type="vanished">还没有对话。提出的问题会保存在这里。</translation>
        </message>
        <message>
            <source>Nothing matches.</source>
            <translation type="vanished">没有匹配项。</translation>
        </message>
        <message>
            <source>Nothing was deleted lately.</source>
            <translation type="vanished">最近没有删除的对话。</translation>
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
            <source>Exported to {0}</source>
            <translation>已导出到 {0}</translation>
        </message>
        <message>
            <source>Network switch</source>
            <translation type="vanished">网络开关</translation>
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
            <source>Select text of an answer, or a source, to save it</source>
            <translation type="vanished">请先选择回答中的文本或某个来源</translation>
        </message>
        <message>
            <source>Select words of an answer, or choose a source, to save it</source>
            <translation type="vanished">请先选中回答中的文字或选择一个来源，再保存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Show</source>
            <translation>查看</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <source>Take it away and start again.</source>
            <translation type="vanished">请将其移除，然后重新启动。</translation>
        </message>
        <message>
            <source>The network switch is set by {0}, which wins over the window.</source>
            <translation type="vanished">网络开关由 {0} 设定，优先于窗口中的选择。</translation>
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
            <source>Save the answer as a discovery</source>
            <translation>将回答保存为发现</translation>
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
            <source>1 tool</source>
            <translation>1 个工具</translation>
        </message>
        <message>
            <source>A server is started as a program of yours, with all that you may do yourself. Add only those that you trust.</source>
            <translation type="vanished">服务器会作为您的程序启动，拥有您本人的全部权限。请只添加您信任的服务器。</translation>
        </message>
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
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Always allow</source>
            <translation>始终允许</translation>
        </message>
        <message>
            <source>Ask again before each tool of this server is used</source>
            <translation type="vanished">使用此服务器的每个工具前重新询问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Ask again before using any of this server's tools</source>
            <translation>使用此服务器的每个工具前重新询问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Ask each time</source>
            <translation>每次询问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Change how {0} is started</source>
            <translation type="vanished">更改 {0} 的启动方式</translation>
        </message>
        <message>
            <source>Change {0}</source>
            <translation type="vanished">更改 {0}</translation>
        </message>
        <message>
            <source>Change…</source>
            <translation type="vanished">更改…</translation>
        </message>
        <message>
            <source>Command line, or address</source>
            <translation type="vanished">命令行或地址</translation>
        </message>
        <message>
            <source>Command or URL</source>
            <translation type="vanished">命令或地址</translation>
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
            <source>Environment or headers</source>
            <translation type="vanished">环境变量或请求头</translation>
        </message>
        <message>
            <source>Environment, or headers of the address</source>
            <translation type="vanished">环境变量，或地址的请求头</translation>
        </message>
        <message>
            <source>Every tool of this server asks again</source>
            <translation type="vanished">此服务器的每个工具都会重新询问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>Fill in a form</source>
            <translation type="vanished">填写表单</translation>
        </message>
        <message>
            <source>Forget what was decided</source>
            <translation type="vanished">清除已作的决定</translation>
        </message>
        <message>
            <source>Form</source>
            <translation type="vanished">表单</translation>
        </message>
        <message>
            <source>How to add the server</source>
            <translation type="vanished">添加服务器的方式</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Its keys and the permissions of its tools are deleted as well.</source>
            <translation>其密钥和工具权限也会被删除。</translation>
        </message>
        <message>
            <source>Its tools are offered where the network is switched off, too</source>
            <translation type="vanished">网络关闭时也提供它的工具</translation>
        </message>
        <message>
            <source>JSON of the server</source>
            <translation type="vanished">服务器的 JSON</translation>
        </message>
        <message>
            <source>Let {0} be started from now on</source>
            <translation type="vanished">今后允许启动 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>MCP servers</source>
            <translation>MCP 服务器</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>MCP servers give models more tools: files, calendars, databases. You are asked before a tool is first used. Copy the JSON from a server's page to add it.</source>
            <translation>MCP 服务器为模型提供更多工具：文件、日历、数据库。首次使用工具前会先询问您。复制服务器页面上的 JSON 即可添加。</translation>
        </message>
        <message>
            <source>May models call it?</source>
            <translation type="vanished">允许模型调用它吗？</translation>
        </message>
        <message>
            <source>May models call {0}?</source>
            <translation type="vanished">允许模型调用 {0} 吗？</translation>
        </message>
        <message>
            <source>Name</source>
            <translation type="vanished">名称</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
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
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Not started</source>
            <translation>未启动</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Off</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>On</source>
            <translation>开启</translation>
        </message>
        <message>
            <source>On in new conversations</source>
            <translation type="vanished">在新对话中启用</translation>
        </message>
        <message>
            <source>Other programs that lend their tools to models.</source>
            <translation type="vanished">向模型提供工具的其他程序。</translation>
        </message>
        <message>
            <source>Paste JSON</source>
            <translation type="vanished">粘贴 JSON</translation>
        </message>
        <message>
            <source>Paste the “mcpServers” JSON from the server's page, or fill in the form.</source>
            <translation type="vanished">粘贴服务器页面上的“mcpServers” JSON，或填写表单。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Paste the “mcpServers” JSON from the server's page.</source>
            <translation>粘贴服务器页面上的“mcpServers” JSON。</translation>
        </message>
        <message>
            <source>Paste what the page of the server says for “mcpServers”; one server or several.</source>
            <translation type="vanished">粘贴服务器页面上为 “mcpServers” 给出的内容；一个或多个服务器均可。</translation>
        </message>
        <message>
            <source>Paste what the page of the server says for “mcpServers”; one server or several. A server takes the place of another of its name.</source>
            <translation type="vanished">请粘贴服务器页面上“mcpServers”的内容；可以是一个或多个服务器。同名的服务器会被替换。</translation>
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
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
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
            <source>Remove this server (Delete); it can be undone</source>
            <translation type="vanished">移除此服务器 (Delete)；可以撤销</translation>
        </message>
        <message>
            <source>Remove {0}</source>
            <translation type="vanished">移除 {0}</translation>
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
            <source>Server output</source>
            <translation type="vanished">服务器输出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Server tools</source>
            <translation>服务器的工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Servers run with your permissions. Only add ones you trust.</source>
            <translation>服务器以您的权限运行。请只添加您信任的服务器。</translation>
        </message>
        <message>
            <source>Start {0}, and ask it for its tools</source>
            <translation type="vanished">启动 {0} 并获取其工具</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Starting…</source>
            <translation>正在启动…</translation>
        </message>
        <message>
            <source>Switched on</source>
            <translation type="vanished">已启用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Test</source>
            <translation>测试</translation>
        </message>
        <message>
            <source>The Model Context Protocol (MCP) lets other programs lend their tools to models: files, calendars, databases, whatever there is a server for. Each tool asks you before it is called for the first time.</source>
            <translation type="vanished">模型上下文协议 (MCP) 让其他程序向模型提供工具：文件、日历、数据库，凡是有相应服务器的都可以。每个工具在首次调用前都会询问您。</translation>
        </message>
        <message>
            <source>The last line it wrote</source>
            <translation type="vanished">它最后写出的一行</translation>
        </message>
        <message>
            <source>The last {0} lines it wrote</source>
            <translation type="vanished">它最后写出的 {0} 行</translation>
        </message>
        <message>
            <source>The server says nothing of it.</source>
            <translation type="vanished">服务器没有对它的说明。</translation>
        </message>
        <message>
            <source>This server came with a backup and is off. Confirm it only if you trust it.</source>
            <translation type="vanished">此服务器来自备份，目前处于关闭状态。仅在信任它时才确认。</translation>
        </message>
        <message>
            <source>This server came with a backup, and is off. Confirm it only if you trust what stands above.</source>
            <translation type="vanished">此服务器来自备份，目前关闭。只有信任上面所列内容时才请确认。</translation>
        </message>
        <message>
            <source>This server came with a backup. It is started as a program of yours, with all that you may do yourself: confirm it only if you trust the line above.</source>
            <translation type="vanished">此服务器来自备份。它会作为你的程序启动，拥有你的全部权限：只有信任上面这一行时才请确认。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>This server was restored from a backup and is off. Confirm it only if you trust it.</source>
            <translation>此服务器来自备份，目前处于关闭状态。仅在信任它时才确认。</translation>
        </message>
        <message>
            <source>To begin, find a server for what you need, copy the JSON that its page shows, and paste it here.</source>
            <translation type="vanished">首先，找到符合您需要的服务器，复制其页面上显示的 JSON，然后粘贴到此处。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Tools ({0})</source>
            <translation>工具（{0}）</translation>
        </message>
        <message>
            <source>Tools of the server</source>
            <translation type="vanished">服务器的工具</translation>
        </message>
        <message>
            <source>Try it</source>
            <translation type="vanished">试用</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation type="vanished">撤销</translation>
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
            <source>Values that look like keys, tokens or passwords go to the keyring, never into a file.</source>
            <translation type="vanished">看起来像密钥、令牌或密码的值会存入密钥环，绝不会写入文件。</translation>
        </message>
        <message>
            <source>What the server has written last</source>
            <translation type="vanished">服务器最近写出的内容</translation>
        </message>
        <message>
            <source>What the server says of {0}</source>
            <translation type="vanished">服务器对 {0} 的说明</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>Works offline</source>
            <translation>可离线使用</translation>
        </message>
        <message>
            <source>Works without the network</source>
            <translation type="vanished">无需网络即可工作</translation>
        </message>
        <message>
            <source>add remove tools allow never restart</source>
            <translation type="vanished">添加 移除 工具 允许 从不 重启</translation>
        </message>
        <message>
            <source>does not work</source>
            <translation type="vanished">无法工作</translation>
        </message>
        <message>
            <source>not confirmed</source>
            <translation type="vanished">未确认</translation>
        </message>
        <message>
            <source>not started</source>
            <translation type="vanished">未启动</translation>
        </message>
        <message>
            <source>ready</source>
            <translation type="vanished">已就绪</translation>
        </message>
        <message>
            <source>starting…</source>
            <translation type="vanished">正在启动…</translation>
        </message>
        <message>
            <source>switched off</source>
            <translation type="vanished">已停用</translation>
        </message>
        <message>
            <source>{0} removed</source>
            <translation type="vanished">已移除 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/mcp_servers.py" />
            <source>{0} tools</source>
            <translation>{0} 个工具</translation>
        </message>
        <message>
            <source>{0} was removed.</source>
            <translation type="vanished">已移除 {0}。</translation>
        </message>
    </context>
    <context>
        <name>MessageFooter</name>
        <message>
            <source>Ask again</source>
            <translation type="vanished">重新提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Ask again and compare…</source>
            <translation>重新提问并对比…</translation>
        </message>
        <message>
            <source>Ask regularly…</source>
            <translation type="vanished">定时提问…</translation>
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
            <source>Copy the answer</source>
            <translation type="vanished">复制回答</translation>
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
            <source>Save this run as a template…</source>
            <translation type="vanished">将此次运行保存为模板…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Schedule a question…</source>
            <translation>定时提问…</translation>
        </message>
        <message>
            <source>Show the reasoning (Ctrl+R)</source>
            <translation type="vanished">显示推理过程 (Ctrl+R)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation type="vanished">{0} 秒</translation>
        </message>
        <message>
            <source>{0} tokens</source>
            <translation type="vanished">{0} 个 token</translation>
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
            <source>
Try again later; desktop-agent doctor says what could be set up.</source>
            <translation type="vanished">
请稍后重试；desktop-agent doctor 会说明可以设置什么。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>1 value not found on any page</source>
            <translation>1 个没有任何网页提及的数值</translation>
        </message>
        <message>
            <source>1 value that no page states</source>
            <translation type="vanished">1 个没有任何网页提及的数值</translation>
        </message>
        <message>
            <source>A backup was to take everything's place, and can neither be finished nor taken back now: {0}.</source>
            <translation type="vanished">备份本应取代现有的全部内容，但目前既无法完成也无法撤回：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/offline.py" />
            <source>A benchmark process stopped unexpectedly.</source>
            <translation>一个基准测试进程意外停止了。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>A collection named {0} already exists.</source>
            <translation>已有资料集 {0}。</translation>
        </message>
        <message>
            <source>A collection needs a name of text.</source>
            <translation type="vanished">资料集需要一个文字名称。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>A collection needs a readable name.</source>
            <translation>资料集需要一个可读的名称。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>A failing disk may become read-only. Make a backup on another disk, then have this one checked.</source>
            <translation>出现故障的磁盘可能会变为只读。请在另一个磁盘上备份，然后检查此磁盘。</translation>
        </message>
        <message>
            <source>A process of the benchmark ended before its time.</source>
            <translation type="vanished">一个基准测试进程提前结束了。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>A restore was in progress. Open the latest version of Desktop Agent, which may be able to finish it.</source>
            <translation>恢复正在进行中：请打开最新版本的 Desktop Agent，它也许能完成恢复。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>A restore was interrupted, and can be neither finished nor undone now: {0}.</source>
            <translation>恢复被中断，目前既无法完成也无法撤回：{0}。</translation>
        </message>
        <message>
            <source>A restore was under way: start the newest Desktop Agent, which may know how to go on.</source>
            <translation type="vanished">恢复正在进行中：请启动最新版本的 Desktop Agent，它可能知道如何继续。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>A second computation agrees: {0}</source>
            <translation>第二次计算结果一致：{0}</translation>
        </message>
        <message>
            <source>A second computation gave {0}, not {1}.</source>
            <translation type="vanished">第二次计算得到 {0}，而不是 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>A server in {0} can't be named {1}.</source>
            <translation>{0} 中的服务器不能命名为 {1}。</translation>
        </message>
        <message>
            <source>A server in {0} cannot be called {1}.</source>
            <translation type="vanished">{0} 中的服务器不能命名为 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>A server named {0} already exists.</source>
            <translation>名为 {0} 的服务器已存在。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>A stored {0} is invalid at {1}: {2}.</source>
            <translation>保存的 {0} 在 {1} 处有误：{2}。</translation>
        </message>
        <message>
            <source>A system makes a disk read-only when it fails: make a backup on another disk, then have this one checked.</source>
            <translation type="vanished">磁盘出现故障时，系统会将其设为只读：请在另一个磁盘上备份，然后检查此磁盘。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>A text is too long for {0} from {1}.</source>
            <translation>文本对 {1} 的 {0} 来说太长。</translation>
        </message>
        <message>
            <source>A text is too long for {0} of {1}.</source>
            <translation type="vanished">文本对 {1} 的 {0} 来说太长。</translation>
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
            <source>All that it held was saved, and is in use again.</source>
            <translation type="vanished">其中的内容已全部挽回，并重新投入使用。</translation>
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
            <source>Another Desktop Agent is indexing.</source>
            <translation type="vanished">另一个 Desktop Agent 正在建立索引。</translation>
        </message>
        <message>
            <source>Another Desktop Agent is indexing; this one goes on when that is done.</source>
            <translation type="vanished">另一个 Desktop Agent 正在建立索引；完成后此程序会继续。</translation>
        </message>
        <message>
            <source>Another copy of Desktop Agent is indexing.</source>
            <translation type="vanished">另一个 Desktop Agent 正在建立索引。</translation>
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
            <source>Attach a part of it.</source>
            <translation type="vanished">请只附上其中一部分。</translation>
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
            <location filename="../../desktop_agent/frontends/mcp_server/tools.py" />
            <source>Available: {0}.</source>
            <translation>现有：{0}。</translation>
        </message>
        <message>
            <source>Both have to be on one disk; nothing was changed.</source>
            <translation type="vanished">两者必须在同一磁盘上；未作任何更改。</translation>
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
            <source>Build again: it goes on where it was.</source>
            <translation type="vanished">请再次构建：会从中断处继续。</translation>
        </message>
        <message>
            <source>By the template “{0}”.</source>
            <translation type="vanished">按照模板“{0}”。</translation>
        </message>
        <message>
            <source>COUNT and UNTIL exclude each other</source>
            <translation type="vanished">COUNT 和 UNTIL 不能同时使用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/http.py" />
            <source>Can't listen on port {0}: {1}.</source>
            <translation>无法监听端口 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>Change its documents where it was created.</source>
            <translation>请在建立它的地方更改其文档。</translation>
        </message>
        <message>
            <source>Change its documents where it was made.</source>
            <translation type="vanished">请在建立它的地方更改其文档。</translation>
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
            <location filename="../../desktop_agent/app/run_archives.py" />
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
            <source>Check its network connection and try again: it goes on where it stopped.</source>
            <translation type="vanished">请检查它的网络连接后重试：会从中断处继续。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <location filename="../../desktop_agent/storage/settings_file.py" />
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
            <source>Check that the URL is of the right kind of server.</source>
            <translation type="vanished">请检查 URL 对应的服务器类型是否正确。</translation>
        </message>
        <message>
            <source>Check that the URL is of the right kind of server; if it is, the prompt may be too long for it.</source>
            <translation type="vanished">请检查该 URL 是否属于正确类型的服务器；如果是，则提示可能对它来说过长。</translation>
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
            <source>Check that the clock of this computer is right, and try again later.</source>
            <translation type="vanished">请检查本机时钟是否正确，并稍后重试。</translation>
        </message>
        <message>
            <source>Check that the disk is not full and who may write to that folder.</source>
            <translation type="vanished">请检查磁盘是否已满，以及谁有权写入该文件夹。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <location filename="../../desktop_agent/storage/database.py" />
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Check that the disk isn't full and that you can write to that folder.</source>
            <translation>请检查磁盘是否已满，以及您是否可以写入该文件夹。</translation>
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
            <source>Check the URL: an OpenAI-compatible base URL mostly ends with /v1.</source>
            <translation type="vanished">请检查 URL：OpenAI 兼容的基础 URL 大多以 /v1 结尾。</translation>
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
            <source>Check the address of updates in the settings.</source>
            <translation type="vanished">请检查设置中的更新地址。</translation>
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
            <source>Check the disk; try again.</source>
            <translation type="vanished">请检查磁盘，然后重试。</translation>
        </message>
        <message>
            <source>Check the name and who may read it.</source>
            <translation type="vanished">请检查名称以及谁有权读取。</translation>
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
            <source>Check who may read and write there.</source>
            <translation type="vanished">请检查谁有权在那里读写。</translation>
        </message>
        <message>
            <source>Check who may read it.</source>
            <translation type="vanished">请检查谁有权读取。</translation>
        </message>
        <message>
            <source>Check who may write there.</source>
            <translation type="vanished">请检查谁有权写入那里。</translation>
        </message>
        <message>
            <source>Check who may write to it.</source>
            <translation type="vanished">请检查谁有权写入。</translation>
        </message>
        <message>
            <source>Check who may write to its folder.</source>
            <translation type="vanished">请检查谁可以写入其文件夹。</translation>
        </message>
        <message>
            <source>Check who may write to that folder.</source>
            <translation type="vanished">请检查谁有权写入该文件夹。</translation>
        </message>
        <message>
            <source>Choose a day that there is, and an end to come.</source>
            <translation type="vanished">请选择存在的日期，以及尚未到来的结束时间。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/records.py" />
            <source>Choose a file written by `bench`.</source>
            <translation>请指定由 `bench` 写出的文件。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Choose a model that can read images, or remove the image.</source>
            <translation>请选择支持图像的模型，或移除图片。</translation>
        </message>
        <message>
            <source>Choose a model that can see, or take the image away.</source>
            <translation type="vanished">请选择支持图像的模型，或移除图片。</translation>
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
            <source>Choose a time to come.</source>
            <translation type="vanished">请选择尚未到来的时间。</translation>
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
            <location filename="../../desktop_agent/frontends/mcp_server/http.py" />
            <source>Choose another port: desktop-agent mcp --http PORT</source>
            <translation>请指定其他端口：desktop-agent mcp --http PORT</translation>
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
            <source>Choose ollama or openai in knowledge.embedding_provider.</source>
            <translation type="vanished">请在 knowledge.embedding_provider 中选择 ollama 或 openai。</translation>
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
            <location filename="../../desktop_agent/llm/factory.py" />
            <source>Choose one of: {0}.</source>
            <translation>请从中选择：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/factory.py" />
            <source>Choose one with --model or llm.model in the settings.</source>
            <translation>请用 --model 或设置中的 llm.model 指定一个。</translation>
        </message>
        <message>
            <source>Choose the name of a new file, or of a file that may be replaced.</source>
            <translation type="vanished">请选择新文件的名称，或可以替换的文件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/dispatch.py" />
            <source>Choose: {0}.</source>
            <translation>请选择：{0}。</translation>
        </message>
        <message>
            <source>Close Desktop Agent and put a copy in its place, or move it away to begin anew; keep the damaged file: sqlite3's .recover can save most of it.</source>
            <translation type="vanished">请关闭 Desktop Agent 并放回一份备份，或将其移走以重新开始；请保留损坏的文件：sqlite3 的 .recover 可挽回其中大部分内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/restore.py" />
            <source>Close anything using Desktop Agent's files, or restart the computer, then start again. Nothing is lost.</source>
            <translation>请关闭正在使用 Desktop Agent 文件的程序，或重启电脑，然后再次启动。不会丢失任何内容。</translation>
        </message>
        <message>
            <source>Close it, or wait until it is done.</source>
            <translation type="vanished">请关闭它，或等待其完成。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/errors.py" />
            <source>Close other apps or choose a smaller model, then try again. Saved work is kept.</source>
            <translation>请关闭其他应用或选择较小的模型，然后重试；已保存的内容会保留。</translation>
        </message>
        <message>
            <source>Close other programs, or choose a smaller model, and try again; what was saved is kept.</source>
            <translation type="vanished">请关闭其他程序或选择较小的模型，然后重试；已保存的内容会保留。</translation>
        </message>
        <message>
            <source>Close the other Desktop Agent, or try again.</source>
            <translation type="vanished">请关闭另一个 Desktop Agent，或重试。</translation>
        </message>
        <message>
            <source>Close the other Desktop Agent: what can be read is then saved by itself.</source>
            <translation type="vanished">请关闭另一个 Desktop Agent：能读出的内容随后会自动挽回。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Close the other copy of Desktop Agent, or try again.</source>
            <translation>请关闭另一个 Desktop Agent，或重试。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>Close the other copy of Desktop Agent. Whatever can be read is then saved automatically.</source>
            <translation>请关闭另一个 Desktop Agent：能读出的内容随后会自动挽回。</translation>
        </message>
        <message>
            <source>Close whatever uses the files of Desktop Agent, or start the computer anew, and start again; nothing is lost.</source>
            <translation type="vanished">请关闭正在使用 Desktop Agent 文件的程序，或重启电脑，然后再次启动；不会丢失任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/comparison.py" />
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
            <source>Copy the key again from the page of the service.</source>
            <translation type="vanished">请从该服务的页面重新复制密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>Copy the key again from the service's website.</source>
            <translation>请从该服务的网站重新复制密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/http.py" />
            <source>Correct it, or remove it to have a new one created.</source>
            <translation>请更正它，或将其移除以便自动生成一个。</translation>
        </message>
        <message>
            <source>Correct it, or remove it to have one made.</source>
            <translation type="vanished">请更正它，或将其移除以便自动生成一个。</translation>
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
            <source>Correct the line with the many brackets or dots.</source>
            <translation type="vanished">请修改括号或点过多的那一行。</translation>
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
            <source>Correct the setting updates.url.</source>
            <translation>请更正设置 updates.url。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/files.py" />
            <source>Couldn't create the folder {0}: {1}.</source>
            <translation>无法创建文件夹 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/runs.py" />
            <source>Couldn't create {0}: it already exists.</source>
            <translation>无法创建 {0}：它已存在。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/crash_reports.py" />
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
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Couldn't unpack the backup: {0}.</source>
            <translation>无法解压备份：{0}。</translation>
        </message>
        <message>
            <source>DESKTOP_AGENT_MCP_TOKEN is no token: it needs 16 to 512 letters, digits or ._~+/=-.</source>
            <translation type="vanished">DESKTOP_AGENT_MCP_TOKEN 不是有效的令牌：需要 16 到 512 个字母、数字或 ._~+/=-。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/http.py" />
            <source>DESKTOP_AGENT_MCP_TOKEN isn't a valid token: it needs 16 to 512 letters, digits or ._~+/=-.</source>
            <translation>DESKTOP_AGENT_MCP_TOKEN 不是有效的令牌：需要 16 到 512 个字母、数字或 ._~+/=-。</translation>
        </message>
        <message>
            <source>Delete it to have it built anew, or update Desktop Agent.</source>
            <translation type="vanished">请删除它以重新构建，或更新 Desktop Agent。</translation>
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
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Everything in it was recovered and is in use again.</source>
            <translation>其中的内容已全部挽回，并重新投入使用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/datasets.py" />
            <source>Expected: {0}.</source>
            <translation>应为：{0}。</translation>
        </message>
        <message>
            <source>FREQ must be MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY</source>
            <translation type="vanished">FREQ 必须是 MINUTELY、HOURLY、DAILY、WEEKLY、MONTHLY 或 YEARLY</translation>
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
            <source>Free some space on the disk, or check who may write to that folder.</source>
            <translation type="vanished">请在磁盘上腾出一些空间，或检查谁可以写入该文件夹。</translation>
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
            <source>Get it with: {0}</source>
            <translation type="vanished">可用此命令获取：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Get one with: desktop-agent models pull {0}</source>
            <translation>获取命令：desktop-agent models pull {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/factory.py" />
            <source>Get one with: {0}</source>
            <translation>可用此命令获取：{0}</translation>
        </message>
        <message>
            <source>Give it another time.</source>
            <translation type="vanished">请为它另定时间。</translation>
        </message>
        <message>
            <source>Give it more with --budget or agent.budget_s.</source>
            <translation type="vanished">可用 --budget 或 agent.budget_s 给更多时间。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>Give it one.</source>
            <translation>请给它一个。</translation>
        </message>
        <message>
            <source>Give the whole address, such as https://example.org/page.</source>
            <translation type="vanished">请给出完整地址，例如 https://example.org/page。</translation>
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
            <source>HTTP {0}: it asks for proof that a person is searching</source>
            <translation type="vanished">HTTP {0}：它要求证明是真人在搜索</translation>
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
            <source>If it is larger than fetch.max_bytes, raise that.</source>
            <translation type="vanished">若大于 fetch.max_bytes，请调高该值。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>If it works offline, mark it that way.</source>
            <translation>如果它可以离线工作，请将其标记为离线可用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/providers/onnx_embedding.py" />
            <source>If this happens again, remove the search model and download it again.</source>
            <translation>如果再次发生，请移除搜索模型并重新下载。</translation>
        </message>
        <message>
            <source>If this happens again, remove the search model and get it again.</source>
            <translation type="vanished">如果再次发生，请移除搜索模型并重新获取。</translation>
        </message>
        <message>
            <source>If this host is yours and may be read, add {0} to fetch.allow_hosts.</source>
            <translation type="vanished">若此主机属于你且允许读取，请将 {0} 加入 fetch.allow_hosts。</translation>
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
            <source>Indexing failed for a reason of its own; see the log.</source>
            <translation type="vanished">建立索引因自身原因失败；请查看日志。</translation>
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
            <source>Install Tesseract.</source>
            <translation type="vanished">请安装 Tesseract。</translation>
        </message>
        <message>
            <source>Install Tesseract: {0}</source>
            <translation type="vanished">请安装 Tesseract：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>Install it first.</source>
            <translation>请先安装它。</translation>
        </message>
        <message>
            <source>Install it with: pip install 'desktop-agent[cluster]'</source>
            <translation type="vanished">安装命令：pip install 'desktop-agent[cluster]'</translation>
        </message>
        <message>
            <source>Install it with: pip install 'desktop-agent[lancedb]'</source>
            <translation type="vanished">安装命令：pip install 'desktop-agent[lancedb]'</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Install the newest Ollama from https://ollama.com/download</source>
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
            <source>Is its disk connected?</source>
            <translation type="vanished">它所在的磁盘已连接吗？</translation>
        </message>
        <message>
            <source>It can be started again in {0} s.</source>
            <translation type="vanished">可在 {0} 秒后重新启动。</translation>
        </message>
        <message>
            <source>It can have one at a time: ask again when that one has ended.</source>
            <translation type="vanished">同一时间只能有一次：请在那次结束后再请求。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/sleep.py" />
            <source>It can have only one at a time. Ask again when that one has ended.</source>
            <translation>同一时间只能有一次：请在那次结束后再请求。</translation>
        </message>
        <message>
            <source>It comes from {0}; unset that.</source>
            <translation type="vanished">它来自 {0}；请取消该设置。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>It failed {0} times in a row. Check its log, then try again.</source>
            <translation>它已连续失败 {0} 次。请查看其日志，然后重试。</translation>
        </message>
        <message>
            <source>It failed {0} times in a row: look at its log, then try it.</source>
            <translation type="vanished">它已连续失败 {0} 次：请查看其日志，然后试用。</translation>
        </message>
        <message>
            <source>It has "command" or "url".</source>
            <translation type="vanished">其中应有 "command" 或 "url"。</translation>
        </message>
        <message>
            <source>It has a server under each name.</source>
            <translation type="vanished">其中每个名称下应有一个服务器。</translation>
        </message>
        <message>
            <source>It is not in the installed program: choose SQLite as the store of the index, or in a Python environment: pip install 'desktop-agent[lancedb]'</source>
            <translation type="vanished">安装版程序不包含它：请选择 SQLite 作为索引的存储方式，或在 Python 环境中用此命令安装：pip install 'desktop-agent[lancedb]'</translation>
        </message>
        <message>
            <source>It is not in the installed program; in a Python environment: pip install 'desktop-agent[cluster]'</source>
            <translation type="vanished">安装版程序不包含它；在 Python 环境中可用此命令安装：pip install 'desktop-agent[cluster]'</translation>
        </message>
        <message>
            <source>It is offered anew with the next question.</source>
            <translation type="vanished">下一个问题会重新提供它。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>It is set by {0}. Unset that.</source>
            <translation>它由 {0} 设置；请取消该设置。</translation>
        </message>
        <message>
            <source>It is started anew in {0} s.</source>
            <translation type="vanished">将在 {0} 秒后重新启动。</translation>
        </message>
        <message>
            <source>It is very long: its notes were not read.</source>
            <translation type="vanished">它很长：其注释未读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>It isn't included in the installed app. Choose SQLite to store the index, or in a Python environment run: pip install 'desktop-agent[lancedb]'</source>
            <translation>安装版程序不包含它。请选择 SQLite 作为索引的存储方式，或在 Python 环境中运行：pip install 'desktop-agent[lancedb]'</translation>
        </message>
        <message>
            <source>It may be made to do harm; save its contents from a program that you trust.</source>
            <translation type="vanished">它可能是为了造成损害而制作的；请用您信任的程序另存其内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/archive.py" />
            <source>It may be malicious. Save it again with a program you trust.</source>
            <translation>它可能是恶意文件。请用您信任的程序另存其内容。</translation>
        </message>
        <message>
            <source>It may be waiting for its password: look for its window.</source>
            <translation type="vanished">它可能在等待密码：请查找它的窗口。</translation>
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
            <source>It takes {0} back later{1}</source>
            <translation type="vanished">后文又推翻了 {0}{1}</translation>
        </message>
        <message>
            <source>It was cut short before the program was closed.</source>
            <translation type="vanished">它在程序关闭前被中断。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>It will be offered again with the next question.</source>
            <translation>下一个问题会重新提供它。</translation>
        </message>
        <message>
            <source>It would need character recognition.</source>
            <translation type="vanished">需要文字识别才能读取。</translation>
        </message>
        <message>
            <source>It would need character recognition; look for the same as text.</source>
            <translation type="vanished">需要文字识别；请查找同样内容的文字版。</translation>
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
            <source>Its notes and comments were not read.</source>
            <translation type="vanished">其注释和批注未读取。</translation>
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
            <source>Let some of them end, or take them out of the list of runs.</source>
            <translation type="vanished">请等其中一些结束，或将其移出运行列表。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>LibreOffice cannot read {0}.</source>
            <translation>LibreOffice 无法读取 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/factory.py" />
            <source>Loading {0}…</source>
            <translation>正在加载 {0}…</translation>
        </message>
        <message>
            <source>Look again.</source>
            <translation type="vanished">请重新查找。</translation>
        </message>
        <message>
            <source>Look at it in your system's password manager, or set the environment variable.</source>
            <translation type="vanished">请在系统的密码管理器中查看，或设置环境变量。</translation>
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
            <source>Look at the list of collections.</source>
            <translation type="vanished">请查看资料集列表。</translation>
        </message>
        <message>
            <source>Look at the list of them.</source>
            <translation type="vanished">请查看列表。</translation>
        </message>
        <message>
            <source>Look for a copy that is open to all.</source>
            <translation type="vanished">请查找一份公开的副本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/html.py" />
            <source>Look for a copy without it.</source>
            <translation>请查找没有此项的副本。</translation>
        </message>
        <message>
            <source>Look for a copy without that.</source>
            <translation type="vanished">请查找没有此项的副本。</translation>
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
            <source>Look for another page that says the same.</source>
            <translation type="vanished">请另找一个有相同内容的网页。</translation>
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
            <source>Lower knowledge.chunk_tokens, or choose an embedding model that reads more.</source>
            <translation type="vanished">请调低 knowledge.chunk_tokens，或选择能读取更多内容的嵌入模型。</translation>
        </message>
        <message>
            <source>Make room on it.</source>
            <translation type="vanished">请腾出磁盘空间。</translation>
        </message>
        <message>
            <source>Make room or delete a model, then go on: what is loaded is kept.</source>
            <translation type="vanished">请腾出空间或删除一个模型，然后继续：已下载的部分会保留。</translation>
        </message>
        <message>
            <source>Make room, or choose another disk; nothing was changed.</source>
            <translation type="vanished">请腾出空间或选择另一个磁盘；未作任何更改。</translation>
        </message>
        <message>
            <source>Make room; nothing was changed.</source>
            <translation type="vanished">请腾出空间；未作任何更改。</translation>
        </message>
        <message>
            <source>Mark it as working offline if it does.</source>
            <translation type="vanished">如果它可以离线工作，请将其标记为离线可用。</translation>
        </message>
        <message>
            <source>Mend it, or move it away: the schedules in it are then gone.</source>
            <translation type="vanished">请修复它，或将其移走：移走后其中的定时提问将不复存在。</translation>
        </message>
        <message>
            <source>Move it away, or put a copy in its place; nothing of it was changed.</source>
            <translation type="vanished">请将其移走，或放回一份备份；其中内容未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>Move it, or replace it with a copy. Nothing in it was changed.</source>
            <translation>请将其移走，或放回一份备份；其中内容未作任何更改。</translation>
        </message>
        <message>
            <source>Name a file that `bench` has written.</source>
            <translation type="vanished">请指定由 `bench` 写出的文件。</translation>
        </message>
        <message>
            <source>Name an embedding model in knowledge.embedding_model, or leave that empty.</source>
            <translation type="vanished">请在 knowledge.embedding_model 中指定嵌入模型，或将其留空。</translation>
        </message>
        <message>
            <source>Name another folder with --out.</source>
            <translation type="vanished">请用 --out 指定另一个文件夹。</translation>
        </message>
        <message>
            <source>Name another one with --judge, or allow it with --same-judge.</source>
            <translation type="vanished">请用 --judge 指定另一个，或用 --same-judge 允许它。</translation>
        </message>
        <message>
            <source>Name another one: desktop-agent mcp --http PORT</source>
            <translation type="vanished">请指定其他端口：desktop-agent mcp --http PORT</translation>
        </message>
        <message>
            <source>Name another target, or delete it.</source>
            <translation type="vanished">请指定另一个目标，或将其删除。</translation>
        </message>
        <message>
            <source>Name another target: the documents in it would be lost.</source>
            <translation type="vanished">请指定其他目标：其中的文档会丢失。</translation>
        </message>
        <message>
            <source>Name it with its provider, as in ollama/nomic-embed-text or openai/NAME.</source>
            <translation type="vanished">请连同提供方一起指定，例如 ollama/nomic-embed-text 或 openai/NAME。</translation>
        </message>
        <message>
            <source>Name one in knowledge.embedding_model.</source>
            <translation type="vanished">请在 knowledge.embedding_model 中指定一个。</translation>
        </message>
        <message>
            <source>Name one with --model or llm.model in the settings.</source>
            <translation type="vanished">请用 --model 或设置中的 llm.model 指定一个。</translation>
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
            <source>No code ran to its end in {0} rounds.</source>
            <translation type="vanished">{0} 轮中没有代码运行到结束。</translation>
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
            <location filename="../../desktop_agent/llm/pool.py" />
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
            <source>No model of the OpenAI-compatible server says that it makes embeddings.</source>
            <translation type="vanished">OpenAI 兼容服务器的模型都未说明能生成嵌入。</translation>
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
            <source>No reply of the model holds an answer.</source>
            <translation type="vanished">模型的回复中没有答案。</translation>
        </message>
        <message>
            <source>No scheduler answers at {0}.</source>
            <translation type="vanished">{0} 处没有调度器应答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>No scheduler is responding at {0}.</source>
            <translation>{0} 处没有调度器应答。</translation>
        </message>
        <message>
            <source>No server stands in what was pasted.</source>
            <translation type="vanished">粘贴的内容中没有服务器。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>No statement cites a source</source>
            <translation>没有任何陈述引用来源</translation>
        </message>
        <message>
            <source>Nobody can listen on port {0}: {1}.</source>
            <translation type="vanished">无法监听端口 {0}：{1}。</translation>
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
            <location filename="../../desktop_agent/agents/roles/consulter.py" />
            <source>Not reviewed: there was no draft.</source>
            <translation>未审阅：没有草稿。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/consulter.py" />
            <source>Not reviewed: {0}</source>
            <translation>未评审：{0}</translation>
        </message>
        <message>
            <source>Not sure enough of any answer; seen: {0}.</source>
            <translation type="vanished">没有足够确定的答案；见到：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/backups.py" />
            <source>Nothing can be moved from {0} into {1}: {2}.</source>
            <translation>无法将内容从 {0} 移到 {1}：{2}。</translation>
        </message>
        <message>
            <source>Nothing could be looked up: the network is switched off, and there are no documents.</source>
            <translation type="vanished">无法查找：网络已关闭，且没有文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>Nothing could be looked up: the web is switched off, and there are no documents.</source>
            <translation>无法查询：网络搜索已关闭，且没有文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Nothing in it could be read; put a copy in its place if you have one.</source>
            <translation>其中的内容均无法读取；如有备份，请放回原处。</translation>
        </message>
        <message>
            <source>Nothing of it was kept. Do not install what comes from there.</source>
            <translation type="vanished">未保留其中任何内容。请勿安装来自那里的文件。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/backups.py" />
            <source>Nothing was changed.</source>
            <translation>未作任何更改。</translation>
        </message>
        <message>
            <source>Nothing was changed. Put a copy in its place, or report this with the file of desktop-agent diagnostics.</source>
            <translation type="vanished">未作任何更改。请用副本替换它，或附上 desktop-agent diagnostics 生成的文件报告此问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/database.py" />
            <source>Nothing was changed. Replace it with a copy, or report this with the file from desktop-agent diagnostics.</source>
            <translation>未作任何更改。请用副本替换它，或附上 desktop-agent diagnostics 生成的文件报告此问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>Nothing was downloaded. Tell the publisher.</source>
            <translation>未下载任何内容。请告知发布者。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>Nothing was installed. Try again later. If it still fails, tell the publisher.</source>
            <translation>未安装任何内容。请稍后重试。若仍然失败，请告知发布者。</translation>
        </message>
        <message>
            <source>Nothing was taken. Tell those who publish it.</source>
            <translation type="vanished">未采用任何内容。请告知发布者。</translation>
        </message>
        <message>
            <source>Nothing was taken. Try again later; if it stays so, tell those who publish it.</source>
            <translation type="vanished">未采用任何内容。请稍后重试；若仍如此，请告知发布者。</translation>
        </message>
        <message>
            <source>Of {0} parts the first {1} are worked on.</source>
            <translation type="vanished">共 {0} 个部分，处理前 {1} 个。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>Of {0} parts, only the first {1} are handled.</source>
            <translation>共 {0} 个部分，只处理前 {1} 个。</translation>
        </message>
        <message>
            <source>Offline: the web was not asked</source>
            <translation type="vanished">离线：未查询网络</translation>
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
            <source>Ollama has no embedding model, so documents are searched by words alone.</source>
            <translation type="vanished">Ollama 没有嵌入模型，因此仅按词语搜索文档。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Ollama's library does not have the model {0}.</source>
            <translation>Ollama 的模型库中没有模型 {0}。</translation>
        </message>
        <message>
            <source>One is tcp://host:8786.</source>
            <translation type="vanished">例如 tcp://host:8786。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/comparison.py" />
            <source>One run is for {0}, the other for {1}.</source>
            <translation>一个运行属于 {0}，另一个属于 {1}。</translation>
        </message>
        <message>
            <source>One run is of {0}, the other of {1}.</source>
            <translation type="vanished">一个运行属于 {0}，另一个属于 {1}。</translation>
        </message>
        <message>
            <source>Only Ollama's models can be managed from here.</source>
            <translation type="vanished">这里只能管理 Ollama 的模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/html.py" />
            <source>Only its first 60,000 elements were read.</source>
            <translation>只读取了前 60,000 个元素。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>Only {0} are supported, and each can be used only once.</source>
            <translation>只支持 {0}，且各一次。</translation>
        </message>
        <message>
            <source>Only {0} are, each once.</source>
            <translation type="vanished">只支持 {0}，且各一次。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pdf.py" />
            <source>Only {0} of {1} pages were read.</source>
            <translation>只读取了 {1} 页中的 {0} 页。</translation>
        </message>
        <message>
            <source>Only {0} were read.</source>
            <translation type="vanished">只读取了 {0}。</translation>
        </message>
        <message>
            <source>Only {0}.</source>
            <translation type="vanished">仅支持 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/resume.py" />
            <source>Open it with that version, or ask the question again.</source>
            <translation>请用那个版本打开它，或重新提问。</translation>
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
            <source>Put a copy in its place, or keep it: sqlite3's .recover can save most of it.</source>
            <translation type="vanished">请放回一份备份，或保留它：sqlite3 的 .recover 可挽回其中大部分内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/answers.py" />
            <source>Quoted from its sources, without a model</source>
            <translation>引自来源，未使用模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/worker_main.py" />
            <source>Raise knowledge.max_file_mb.</source>
            <translation>请调高 knowledge.max_file_mb。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/service.py" />
            <source>Read it at its own address.</source>
            <translation>请通过其自身地址读取。</translation>
        </message>
        <message>
            <source>Read it by its own address.</source>
            <translation type="vanished">请通过其自身地址读取。</translation>
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
            <location filename="../../desktop_agent/knowledge/index/sqlite_index.py" />
            <location filename="../../desktop_agent/knowledge/index/vector_search.py" />
            <source>Rebuild the index of your documents.</source>
            <translation>请重建文档索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>Rebuild the index with the embedding model chosen in the settings.</source>
            <translation>请用设置中选择的嵌入模型重建索引。</translation>
        </message>
        <message>
            <source>Rebuild the index with the embedding model that the settings name.</source>
            <translation type="vanished">请用设置中指定的嵌入模型重建索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>Rebuild the index.</source>
            <translation>请重建索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>Recalculated by {0}: the value is the same.</source>
            <translation>用{0}重新计算，得到相同的值。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>Rename it.</source>
            <translation>请重命名它。</translation>
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
            <location filename="../../desktop_agent/evidence/claims/verdicts.py" />
            <source>Reviewer: the passage says otherwise</source>
            <translation>评审者：该段落说法不同</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/claims/verdicts.py" />
            <source>Reviewer: the passage says this</source>
            <translation>评审者：该段落说明了这一点</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>Run desktop-agent doctor. If the database is damaged, replace it with a copy.</source>
            <translation>请运行 desktop-agent doctor。若数据库已损坏，请用一份备份替换它。</translation>
        </message>
        <message>
            <source>Run desktop-agent doctor; if it is damaged, put a copy in its place.</source>
            <translation type="vanished">请运行 desktop-agent doctor；若数据库已损坏，请放回一份备份。</translation>
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
            <source>Say for example FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0.</source>
            <translation type="vanished">例如：FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0。</translation>
        </message>
        <message>
            <source>Say for example {0}.</source>
            <translation type="vanished">例如：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/retriever.py" />
            <source>Searched by keyword only in documents embedded with {0}: {1} is in use now. Rebuild the index.</source>
            <translation>对于用 {0} 嵌入的文档仅按关键词搜索：现在使用的是 {1}。请重建索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/retriever.py" />
            <source>Searched by keyword only: the documents are not embedded yet.</source>
            <translation>仅按关键词搜索：文档尚未嵌入。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/retriever.py" />
            <source>Searched by keyword only: the embedding model didn't answer within {0} s.</source>
            <translation>仅按关键词搜索：嵌入模型在 {0} 秒内没有应答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/retriever.py" />
            <source>Searched by keyword only: there is no embedding model.</source>
            <translation>仅按关键词搜索：没有嵌入模型。</translation>
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
            <source>See what there is with: desktop-agent models list</source>
            <translation type="vanished">可用此命令查看现有模型：desktop-agent models list</translation>
        </message>
        <message>
            <source>See whether it opens elsewhere, and save it anew.</source>
            <translation type="vanished">请看它能否在别处打开，并重新保存。</translation>
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
            <source>Set them as they were, begin anew with --fresh, or name another folder with --out.</source>
            <translation type="vanished">请恢复原来的设置，用 --fresh 重新开始，或用 --out 指定另一个文件夹。</translation>
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
            <source>Somebody may be in between; nothing was taken.</source>
            <translation type="vanished">中间可能有人截取；未采用任何内容。</translation>
        </message>
        <message>
            <source>Someone may be in between; do not trust this site.</source>
            <translation type="vanished">可能有人从中拦截；请勿信任此网站。</translation>
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
            <source>Something went wrong inside: {0}.</source>
            <translation type="vanished">内部出错：{0}。</translation>
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
            <source>Start one with: dask scheduler, and name it as in tcp://host:8786</source>
            <translation type="vanished">用 dask scheduler 启动一个，并以 tcp://host:8786 的形式指定它</translation>
        </message>
        <message>
            <source>Start one with: dask scheduler, and workers with: dask worker ADDRESS</source>
            <translation type="vanished">启动命令：dask scheduler；工作进程：dask worker ADDRESS</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>Start one with: dask scheduler, then enter its address, such as tcp://host:8786</source>
            <translation>用 dask scheduler 启动一个，然后填写其地址，例如 tcp://host:8786</translation>
        </message>
        <message>
            <source>Start the copy again.</source>
            <translation type="vanished">请重新开始复制。</translation>
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
            <location filename="../../desktop_agent/llm/pool.py" />
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
            <source>Switch it on for this conversation.</source>
            <translation type="vanished">请为此对话打开网络。</translation>
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
            <source>Switch it on, or name places on this machine.</source>
            <translation type="vanished">请打开网络，或指定本机上的位置。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>Switch the network on, or choose a model on this computer.</source>
            <translation>请打开网络，或选择本机的模型。</translation>
        </message>
        <message>
            <source>Switch the network on, or choose a model on this machine.</source>
            <translation type="vanished">请打开网络，或选择本机的模型。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>Switch the network on, or use a model on this computer.</source>
            <translation>请打开网络，或使用本机的模型。</translation>
        </message>
        <message>
            <source>Switch the network on, or use a model on this machine.</source>
            <translation type="vanished">请打开网络，或使用本机的模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <source>Switch the network on.</source>
            <translation>请打开网络。</translation>
        </message>
        <message>
            <source>Tesseract does not have the languages {0} to read {1}.</source>
            <translation type="vanished">Tesseract 没有读取 {1} 所需的语言 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>Tesseract is missing the languages {0} needed to read {1}.</source>
            <translation>Tesseract 没有读取 {1} 所需的语言 {0}。</translation>
        </message>
        <message>
            <source>Text, Markdown, CSV, JSON, code, HTML, PDF, DOCX, PPTX, XLSX, EPUB, mails, PNG, JPEG, WebP and GIF can be attached.</source>
            <translation type="vanished">可以附加文本、Markdown、CSV、JSON、代码、HTML、PDF、DOCX、PPTX、XLSX、EPUB、邮件、PNG、JPEG、WebP 和 GIF。</translation>
        </message>
        <message>
            <source>Text, Markdown, CSV, JSON, code, HTML, PDF, Office and OpenDocument files, RTF, EPUB, mails, PNG, JPEG, WebP and GIF can be attached.</source>
            <translation type="vanished">可以附加文本、Markdown、CSV、JSON、代码、HTML、PDF、Office 和 OpenDocument 文件、RTF、EPUB、邮件、PNG、JPEG、WebP 和 GIF。</translation>
        </message>
        <message>
            <source>Text, Markdown, CSV, JSON, code, HTML, PDF, PNG, JPEG, WebP and GIF can be attached.</source>
            <translation type="vanished">可以附上文本、Markdown、CSV、JSON、代码、HTML、PDF、PNG、JPEG、WebP 和 GIF。</translation>
        </message>
        <message>
            <source>That is no key for {0}: it is empty or holds spaces or odd characters.</source>
            <translation type="vanished">这不是 {0} 的密钥：它为空，或含有空格或异常字符。</translation>
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
            <source>The PDF {0} holds no text, only pictures.</source>
            <translation type="vanished">PDF {0} 只有图片，没有文本。</translation>
        </message>
        <message>
            <source>The PDF {0} holds no text, only pictures: it is a scan of {1} {2}.</source>
            <translation type="vanished">PDF {0} 没有文字，只有图片：它是扫描件（{1} {2}）。</translation>
        </message>
        <message>
            <source>The PDF {0} is broken or was cut.</source>
            <translation type="vanished">PDF {0} 已损坏或不完整。</translation>
        </message>
        <message>
            <source>The PDF {0} is broken or was cut: it has no pages.</source>
            <translation type="vanished">PDF {0} 已损坏或被截断：没有任何页面。</translation>
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
            <source>The background run was not begun: the program was being closed.</source>
            <translation type="vanished">后台运行未开始：当时程序正在关闭。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/child_runs.py" />
            <source>The background task didn't start because the app was closing.</source>
            <translation>后台任务未开始：当时应用正在关闭。</translation>
        </message>
        <message>
            <source>The backup cannot be made: a database cannot be read ({0}).</source>
            <translation type="vanished">无法创建备份：无法读取某个数据库 ({0})。</translation>
        </message>
        <message>
            <source>The backup cannot be made: {0}: {1}.</source>
            <translation type="vanished">无法创建备份：{0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/backups.py" />
            <source>The backup cannot be restored: {0}.</source>
            <translation>无法恢复备份：{0}。</translation>
        </message>
        <message>
            <source>The backup cannot be unpacked: {0}.</source>
            <translation type="vanished">无法解压备份：{0}。</translation>
        </message>
        <message>
            <source>The body of {0} is compressed as {1}, which is not read.</source>
            <translation type="vanished">{0} 的正文以 {1} 压缩，无法读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The body of {0} is compressed as {1}, which isn't supported.</source>
            <translation>{0} 的正文以 {1} 压缩，不受支持。</translation>
        </message>
        <message>
            <source>The body of {0} is compressed, but broken.</source>
            <translation type="vanished">{0} 的正文经过压缩，但已损坏。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/cluster.py" />
            <source>The build needs Dask, which is not installed.</source>
            <translation>构建需要 Dask，但未安装。</translation>
        </message>
        <message>
            <source>The call was stopped: the server ends, or nobody waits for it any more.</source>
            <translation type="vanished">调用已停止：服务器正在结束，或已无人等待其结果。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/server.py" />
            <source>The call was stopped: the server is shutting down, or nobody is waiting for the result.</source>
            <translation>调用已停止：服务器正在关闭，或已无人等待其结果。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The certificate for {0} is not trusted: {1}.</source>
            <translation>{0} 的证书不受信任：{1}。</translation>
        </message>
        <message>
            <source>The certificate of {0} is not trusted: {1}.</source>
            <translation type="vanished">{0} 的证书不受信任：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The certificate presented by {0} does not match that name.</source>
            <translation>为 {0} 出示的证书与该名称不符。</translation>
        </message>
        <message>
            <source>The chat model didn't rank the passages: {0}</source>
            <translation type="vanished">聊天模型未能排列段落：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>The check gave no verdict.</source>
            <translation>检查没有给出结论。</translation>
        </message>
        <message>
            <source>The check of {0} found a fault: {1}</source>
            <translation type="vanished">对 {0} 的检查发现错误：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>The check of {0} found a problem: {1}</source>
            <translation>对 {0} 的检查发现问题：{1}</translation>
        </message>
        <message>
            <source>The code gave no number.</source>
            <translation type="vanished">代码没有给出数字。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/catalogue.py" />
            <source>The collection of pages you have read is built in.</source>
            <translation>读过网页的资料集是内置的。</translation>
        </message>
        <message>
            <source>The collection of read pages is built in.</source>
            <translation type="vanished">读过网页的资料集是内置的。</translation>
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
            <source>The connection to {0} broke off: {1}.</source>
            <translation type="vanished">与 {0} 的连接中断：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/downloads.py" />
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>The connection to {0} was lost: {1}.</source>
            <translation>与 {0} 的连接中断：{1}。</translation>
        </message>
        <message>
            <source>The consulter asked for a revision but named no fault.</source>
            <translation type="vanished">评审者要求修改，但没有指出缺陷。</translation>
        </message>
        <message>
            <source>The consulter named no fault that could be confirmed.</source>
            <translation type="vanished">审阅者没有指出可以证实的错误。</translation>
        </message>
        <message>
            <source>The consulter's reply was no critique in the form asked for.</source>
            <translation type="vanished">审阅者的回复不是所要求形式的评审。</translation>
        </message>
        <message>
            <source>The consulter's reply was not a JSON object.</source>
            <translation type="vanished">评审者的回复不是 JSON 对象。</translation>
        </message>
        <message>
            <source>The consulter's verdict was {0}, neither ok nor revise.</source>
            <translation type="vanished">评审者的结论是 {0}，既非 ok 也非 revise。</translation>
        </message>
        <message>
            <source>The copied index has {0} vectors instead of {1}.</source>
            <translation type="vanished">复制的索引有 {0} 个向量，而不是 {1} 个。</translation>
        </message>
        <message>
            <source>The copied index is incomplete: documents or passages are missing.</source>
            <translation type="vanished">复制的索引不完整：缺少文档或段落。</translation>
        </message>
        <message>
            <source>The copied index is not whole: it lacks documents or passages.</source>
            <translation type="vanished">复制的索引不完整：缺少文档或段落。</translation>
        </message>
        <message>
            <source>The copied index is not whole: it lacks documents, passages or vectors.</source>
            <translation type="vanished">复制的索引不完整：缺少文档、段落或向量。</translation>
        </message>
        <message>
            <source>The copied index is not whole: {0} instead of {1}.</source>
            <translation type="vanished">复制的索引不完整：{0}，应为 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>The disk is full. You can read what is in {0}, but nothing new is saved.</source>
            <translation>磁盘已满：{0} 中的内容可以读取，但不会保存任何新内容。</translation>
        </message>
        <message>
            <source>The disk is full: what is in {0} can be read, and nothing new is kept.</source>
            <translation type="vanished">磁盘已满：{0} 中的内容可以读取，但不会保存任何新内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>The disk is read-only. You can read what is in {0}, but nothing new is saved.</source>
            <translation>磁盘为只读：{0} 中的内容可以读取，但不会保存任何新内容。</translation>
        </message>
        <message>
            <source>The disk is read-only: what is in {0} can be read, and nothing new is kept.</source>
            <translation type="vanished">磁盘为只读：{0} 中的内容可以读取，但不会保存任何新内容。</translation>
        </message>
        <message>
            <source>The documents are indexed for {0}, and the embedding model is now {1}: rebuild the index to use it.</source>
            <translation type="vanished">文档是按 {0} 建立索引的，而嵌入模型现在是 {1}：请重建索引后再使用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/embedding.py" />
            <source>The documents are indexed for {0}, but the embedding model is now {1}. Rebuild the index to use it.</source>
            <translation>文档是按 {0} 建立索引的，而嵌入模型现在是 {1}。请重建索引后再使用。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The download doesn't match its signature.</source>
            <translation>下载的内容与其签名不符。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/embedding.py" />
            <source>The embedding model asked the app to wait {0} s.</source>
            <translation>嵌入模型要求等待 {0} 秒。</translation>
        </message>
        <message>
            <source>The embedding model asks for a pause of {0} s.</source>
            <translation type="vanished">嵌入模型要求暂停 {0} 秒。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/knowledge_base.py" />
            <source>The embedding model's server isn't responding.</source>
            <translation>嵌入模型的服务器没有应答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>The entry {0} of swarm.models {1}.</source>
            <translation>swarm.models 的条目 {0} {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>The event {0} is invalid at {1}: {2}.</source>
            <translation>事件 {0} 在 {1} 处有误：{2}。</translation>
        </message>
        <message>
            <source>The event {0} is wrong at {1}: {2}.</source>
            <translation type="vanished">事件 {0} 在 {1} 处有误：{2}。</translation>
        </message>
        <message>
            <source>The file of settings cannot be read: {0}.</source>
            <translation type="vanished">无法读取设置文件：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/sources.py" />
            <source>The folder {0} can't be opened: {1}.</source>
            <translation>无法打开文件夹 {0}：{1}。</translation>
        </message>
        <message>
            <source>The folder {0} cannot be looked into: {1}.</source>
            <translation type="vanished">无法查看文件夹 {0}：{1}。</translation>
        </message>
        <message>
            <source>The folder {0} cannot be made: {1}.</source>
            <translation type="vanished">无法创建文件夹 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/ingest/watch.py" />
            <source>The folders cannot be watched: {0}.</source>
            <translation>无法监视文件夹：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>The host {0} has no address (DNS).</source>
            <translation>主机 {0} 没有地址 (DNS)。</translation>
        </message>
        <message>
            <source>The index already uses {0}.</source>
            <translation type="vanished">索引已经在使用 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/vector_search.py" />
            <source>The index contains vectors with {0} dimensions, but the query has {1}.</source>
            <translation>索引中的向量为 {0} 维，而查询的为 {1} 维。</translation>
        </message>
        <message>
            <source>The index holds vectors of {0} numbers, and was asked for one of {1}.</source>
            <translation type="vanished">索引中的向量为 {0} 维，而查询的为 {1} 维。</translation>
        </message>
        <message>
            <source>The index is one of {0} already.</source>
            <translation type="vanished">索引已经是 {0} 的。</translation>
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
            <source>The index {0} was made elsewhere and is only read here.</source>
            <translation type="vanished">索引 {0} 在别处建立，此处只读。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>The judge {0} has no model.</source>
            <translation>评判者 {0} 没有指定模型。</translation>
        </message>
        <message>
            <source>The judge {0} names no model.</source>
            <translation type="vanished">评判者 {0} 没有指定模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>The judge {0} took more than {1} s.</source>
            <translation>评判者 {0} 用时超过 {1} 秒。</translation>
        </message>
        <message>
            <source>The judge {0} took over {1} s.</source>
            <translation type="vanished">评判者 {0} 用时超过 {1} 秒。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>The judge {0}/{1} is also the model that answers.</source>
            <translation>评判者 {0}/{1} 就是作答的模型。</translation>
        </message>
        <message>
            <source>The judge {0}/{1} is the model that answers.</source>
            <translation type="vanished">评判者 {0}/{1} 就是作答的模型。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/judge.py" />
            <source>The judge's reply contains no grade.</source>
            <translation>评判者的回复中没有评分。</translation>
        </message>
        <message>
            <source>The judge's reply holds no grade.</source>
            <translation type="vanished">评判者的回复中没有评分。</translation>
        </message>
        <message>
            <source>The key for {0} cannot be looked for</source>
            <translation type="vanished">无法查找 {0} 的密钥</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>The key for {0} cannot be read</source>
            <translation>无法读取 {0} 的密钥</translation>
        </message>
        <message>
            <source>The key for {0} is not sent to {1}, where it has never been.</source>
            <translation type="vanished">{0} 的密钥未发送到 {1}：它从未发往那里。</translation>
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
            <source>The keyring did not answer within {0} s.</source>
            <translation type="vanished">密钥环在 {0} 秒内没有响应。</translation>
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
            <source>The line is not text in UTF-8.</source>
            <translation type="vanished">该行不是 UTF-8 文本。</translation>
        </message>
        <message>
            <source>The log file says more; please report it.</source>
            <translation type="vanished">详情见日志文件；请报告此问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/templates.py" />
            <source>The model didn't draft a usable template: {0}.</source>
            <translation>模型没有起草出可用的模板：{0}。</translation>
        </message>
        <message>
            <source>The model didn't rank the passages.</source>
            <translation type="vanished">模型没有给出段落的顺序。</translation>
        </message>
        <message>
            <source>The model drafted no template that can be used: {0}.</source>
            <translation type="vanished">模型没有起草出可用的模板：{0}。</translation>
        </message>
        <message>
            <source>The model gave no order of the passages.</source>
            <translation type="vanished">模型没有给出段落的顺序。</translation>
        </message>
        <message>
            <source>The model took more than {0} s to order passages.</source>
            <translation type="vanished">模型排列段落超过了 {0} 秒。</translation>
        </message>
        <message>
            <source>The model took more than {0} s to rank the passages.</source>
            <translation type="vanished">模型排列段落超过了 {0} 秒。</translation>
        </message>
        <message>
            <source>The model wrote no code that computes.</source>
            <translation type="vanished">模型没有写出进行计算的代码。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/researcher.py" />
            <source>The model wrote no code that does the calculation.</source>
            <translation>模型没有写出进行计算的代码。</translation>
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
            <location filename="../../desktop_agent/llm/wrappers.py" />
            <source>The model {0} from {1} {2} and sent nothing for {3} s.</source>
            <translation>{1} 的模型 {0} {2}，已有 {3} 秒没有输出。</translation>
        </message>
        <message>
            <source>The model {0} of Ollama makes no embeddings.</source>
            <translation type="vanished">Ollama 的模型 {0} 不生成嵌入。</translation>
        </message>
        <message>
            <source>The model {0} of {1} cannot do this: {2}.</source>
            <translation type="vanished">{1} 的模型 {0} 无法做到：{2}。</translation>
        </message>
        <message>
            <source>The model {0} of {1} cannot see images.</source>
            <translation type="vanished">{1} 的模型 {0} 无法查看图片。</translation>
        </message>
        <message>
            <source>The model {0} of {1} does not support tools.</source>
            <translation type="vanished">{1} 的模型 {0} 不支持工具。</translation>
        </message>
        <message>
            <source>The model {0} of {1} makes no embeddings.</source>
            <translation type="vanished">{1} 的模型 {0} 不生成嵌入。</translation>
        </message>
        <message>
            <source>The model {0} of {1} {2} and was silent for {3} s.</source>
            <translation type="vanished">{1} 的模型 {0} {2}，已有 {3} 秒没有输出。</translation>
        </message>
        <message>
            <source>The model {0} wrote no answer, only calls of tools or parts of its prompt.</source>
            <translation type="vanished">模型 {0} 没有写出回答，只写出了工具调用或提示词的片段。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>The model {0} wrote no answer, though it was asked twice.</source>
            <translation>模型 {0} 被问了两次，都没有写出答案。</translation>
        </message>
        <message>
            <source>The names are: {0}.</source>
            <translation type="vanished">可用名称：{0}。</translation>
        </message>
        <message>
            <source>The network is off: the web was not asked.</source>
            <translation type="vanished">网络已关闭：没有查询网络。</translation>
        </message>
        <message>
            <source>The network is switched off, and the build would use {0}.</source>
            <translation type="vanished">网络已关闭，而构建需要使用 {0}。</translation>
        </message>
        <message>
            <source>The network is switched off, and the documents of {0} are at {1}.</source>
            <translation type="vanished">网络已关闭，而 {0} 的文档位于 {1}。</translation>
        </message>
        <message>
            <source>The network is switched off, and the provider {0} is at {1}.</source>
            <translation type="vanished">网络已关闭，而服务方 {0} 位于 {1}。</translation>
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
            <translation>网络已关闭，而服务方 {0} 位于 {1}。</translation>
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
            <source>The page reader is closed.</source>
            <translation type="vanished">网页读取器已关闭。</translation>
        </message>
        <message>
            <source>The page reader's process cannot be started ({0}).</source>
            <translation type="vanished">无法启动网页读取器进程 ({0})。</translation>
        </message>
        <message>
            <source>The page reader's process cannot be started: {0}.</source>
            <translation type="vanished">无法启动网页读取器进程：{0}。</translation>
        </message>
        <message>
            <source>The page reader's process did not start within {0} s.</source>
            <translation type="vanished">网页读取器进程未在 {0} 秒内启动。</translation>
        </message>
        <message>
            <source>The page {0} asks for a login.</source>
            <translation type="vanished">页面 {0} 要求登录。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/pipeline.py" />
            <source>The page {0} contains no readable text.</source>
            <translation>网页 {0} 没有可读文本。</translation>
        </message>
        <message>
            <source>The page {0} holds no readable text without JavaScript.</source>
            <translation type="vanished">网页 {0} 在没有 JavaScript 时没有可读文本。</translation>
        </message>
        <message>
            <source>The page {0} holds no readable text.</source>
            <translation type="vanished">网页 {0} 没有可读文本。</translation>
        </message>
        <message>
            <source>The page {0} is a placeholder of a domain that holds no site.</source>
            <translation type="vanished">页面 {0} 只是域名占位页，没有网站内容。</translation>
        </message>
        <message>
            <source>The page {0} says that it does not exist.</source>
            <translation type="vanished">页面 {0} 表示该页不存在。</translation>
        </message>
        <message>
            <source>The page {0} says that it is not shown in this region.</source>
            <translation type="vanished">页面 {0} 表示在本地区不可查看。</translation>
        </message>
        <message>
            <source>The page {0} shows a check for robots instead of its text.</source>
            <translation type="vanished">页面 {0} 显示的是机器人验证，而不是正文。</translation>
        </message>
        <message>
            <source>The page {0} shows only a question about cookies and privacy.</source>
            <translation type="vanished">页面 {0} 只显示有关 Cookie 和隐私的询问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/walls.py" />
            <source>The page {0} {1}.</source>
            <translation>页面{0}{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/update_client.py" />
            <source>The parts of the update list don't match.</source>
            <translation>更新列表的各部分互不相符。</translation>
        </message>
        <message>
            <source>The passages were not put in order by the chat model: {0}</source>
            <translation type="vanished">聊天模型未能排列段落：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>The plan cannot be used: {0}.</source>
            <translation>该计划无法使用：{0}。</translation>
        </message>
        <message>
            <source>The plan has no part that asks something.</source>
            <translation type="vanished">计划中没有提出问题的部分。</translation>
        </message>
        <message>
            <source>The program's own files are missing.</source>
            <translation type="vanished">程序自身的文件缺失。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>The prompt is too long for {0} at {1}: {2}.</source>
            <translation>提示对 {1} 的 {0} 来说过长：{2}。</translation>
        </message>
        <message>
            <source>The prompt may be too long for it: ask in a new conversation, or lower llm.num_ctx.</source>
            <translation type="vanished">提示可能过长：请在新对话中提问，或调低 llm.num_ctx。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/factory.py" />
            <source>The provider {0} has no model that can chat.</source>
            <translation>服务方 {0} 没有可以对话的模型。</translation>
        </message>
        <message>
            <source>The provider {0} makes no embeddings.</source>
            <translation type="vanished">提供方 {0} 不生成嵌入。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>The question's vector has {0} dimensions, but the index uses {1}.</source>
            <translation>问题的向量为 {0} 维，索引的为 {1} 维。</translation>
        </message>
        <message>
            <source>The question's vector has {0} dimensions, those of the index have {1}.</source>
            <translation type="vanished">问题的向量为 {0} 维，索引的为 {1} 维。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/runner.py" />
            <source>The recorded question {0} differs from the one in the data file.</source>
            <translation>记录中的问题 {0} 与数据文件中的不同。</translation>
        </message>
        <message>
            <source>The recorded question {0} is another one than in the data file.</source>
            <translation type="vanished">记录中的问题 {0} 与数据文件中的不同。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/conversations/turns.py" />
            <source>The recording of turn {0} is closed.</source>
            <translation>第 {0} 轮的记录已关闭。</translation>
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
            <source>The reply held no plan in JSON.</source>
            <translation type="vanished">回复中没有 JSON 形式的计划。</translation>
        </message>
        <message>
            <source>The reply of {0} broke off: {1}.</source>
            <translation type="vanished">{0} 的回复中断：{1}。</translation>
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
            <source>The revision broke off before its end.</source>
            <translation>修订稿在结尾之前就中断了。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision dropped a statement that source [{0}] supports: “{1}”</source>
            <translation>修订稿删去了来源 [{0}] 支持的说法：“{1}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision gave up the value that the sources name, {0}. {1}</source>
            <translation>修订稿放弃了来源给出的值 {0}。{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision lost the form of the answer. {0}</source>
            <translation>修订稿不再符合答案的形式。{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision says something a source contradicts: “{0}”</source>
            <translation>修订稿中有与来源矛盾的说法：“{0}”</translation>
        </message>
        <message>
            <source>The revision says what a source contradicts: “{0}”</source>
            <translation type="vanished">修订稿中有与来源矛盾的说法：“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/final_answer.py" />
            <source>The revision was a remark about the draft, not an answer.</source>
            <translation>修订稿只是对草稿的评论，而不是答案。</translation>
        </message>
        <message>
            <source>The run is over; it cannot sleep.</source>
            <translation type="vanished">运行已结束，无法休眠。</translation>
        </message>
        <message>
            <source>The run is too large for a file: {0}.</source>
            <translation type="vanished">该运行太大，无法存为文件：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>The run is too large to save as a file: {0}.</source>
            <translation>该运行太大，无法存为文件：{0}。</translation>
        </message>
        <message>
            <source>The run was stopped.</source>
            <translation type="vanished">运行已停止。</translation>
        </message>
        <message>
            <source>The run {0} was kept by another version of the program.</source>
            <translation type="vanished">运行 {0} 由程序的另一版本保存。</translation>
        </message>
        <message>
            <source>The scheduler at {0} was lost.</source>
            <translation type="vanished">与 {0} 的调度器失去联系。</translation>
        </message>
        <message>
            <source>The script of this model is at its end.</source>
            <translation type="vanished">此模型的脚本已到结尾。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/mcp_server/tools.py" />
            <source>The search failed: none of the {0} attempts got an answer.
{1}</source>
            <translation>搜索失败：{0} 次尝试均无应答。
{1}</translation>
        </message>
        <message>
            <source>The search failed: none of {0} attempts was answered.
{1}</source>
            <translation type="vanished">搜索失败：{0} 次尝试均无应答。
{1}</translation>
        </message>
        <message>
            <source>The search model is not downloaded yet, so documents are searched by words alone.</source>
            <translation type="vanished">搜索模型尚未下载，因此仅按词语搜索文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/documents.py" />
            <source>The search model isn't downloaded yet, so documents are searched by keyword only.</source>
            <translation>搜索模型尚未下载，因此仅按词语搜索文档。</translation>
        </message>
        <message>
            <source>The search model returned something else than vectors.</source>
            <translation type="vanished">搜索模型返回的不是向量。</translation>
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
            <source>The second look did not say which working is right.</source>
            <translation type="vanished">第二次审视没有说明哪个演算正确。</translation>
        </message>
        <message>
            <source>The second look said {0}, not which working is right.</source>
            <translation type="vanished">第二次审视只说了 {0}，没有说明哪个演算正确。</translation>
        </message>
        <message>
            <source>The second look was not a JSON object.</source>
            <translation type="vanished">第二次审视不是 JSON 对象。</translation>
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
            <source>The server of the embedding model does not answer.</source>
            <translation type="vanished">嵌入模型的服务器没有应答。</translation>
        </message>
        <message>
            <source>The server {0} came with a backup, and is not started until you confirm it.</source>
            <translation type="vanished">服务器 {0} 来自备份，确认之前不会启动。</translation>
        </message>
        <message>
            <source>The server {0} has ended several times in a row.</source>
            <translation type="vanished">服务器 {0} 已连续多次结束。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/pool.py" />
            <source>The server {0} has failed.</source>
            <translation>服务器 {0} 已失败。</translation>
        </message>
        <message>
            <source>The server {0} has no tool {1} now.</source>
            <translation type="vanished">服务器 {0} 目前没有工具 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>The server {0} has no tool {1}.</source>
            <translation>服务器 {0} 没有工具 {1}。</translation>
        </message>
        <message>
            <source>The server {0} has stopped several times in a row.</source>
            <translation type="vanished">服务器 {0} 已连续多次停止。</translation>
        </message>
        <message>
            <source>The server {0} in {1} is no object.</source>
            <translation type="vanished">{1} 中的服务器 {0} 不是对象。</translation>
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
            <source>The server {0} says other things of {1} than before.</source>
            <translation type="vanished">服务器 {0} 对 {1} 的说明与之前不同。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>The server {0} sent a response that doesn't follow the protocol.</source>
            <translation>服务器 {0} 发来的响应不符合协议。</translation>
        </message>
        <message>
            <source>The server {0} sent what does not follow the protocol ({1}).</source>
            <translation type="vanished">服务器 {0} 发送了不符合协议的内容（{1}）。</translation>
        </message>
        <message>
            <source>The server {0} sent what does not follow the protocol.</source>
            <translation type="vanished">服务器 {0} 发来的内容不符合协议。</translation>
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
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>The settings file can't be read: {0}.</source>
            <translation>无法读取设置文件：{0}。</translation>
        </message>
        <message>
            <source>The snapshot {0} has another text.</source>
            <translation type="vanished">快照 {0} 的文本不符。</translation>
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
            <source>The table of vectors in {0} is gone.</source>
            <translation type="vanished">{0} 中的向量表已不存在。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/sleep.py" />
            <source>The task is over; it can't sleep.</source>
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
            <location filename="../../desktop_agent/runs/resume.py" />
            <source>The task {0} was saved by another version of the app.</source>
            <translation>任务 {0} 由应用的另一版本保存。</translation>
        </message>
        <message>
            <source>The text does not name {0}.</source>
            <translation type="vanished">文本没有提到 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/grounding/answer_check.py" />
            <source>The text doesn't mention {0}.</source>
            <translation>文本没有提到 {0}。</translation>
        </message>
        <message>
            <source>The text names nothing in its own words.</source>
            <translation type="vanished">文本没有用自己的话提到任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/evidence_gathering.py" />
            <source>The time for gathering evidence ran out; the rest was not checked.</source>
            <translation>收集证据的时间已用完；其余内容未查看。</translation>
        </message>
        <message>
            <source>The time for gathering evidence ran out; the rest was not looked at.</source>
            <translation type="vanished">收集证据的时间已用完；其余内容未查看。</translation>
        </message>
        <message>
            <source>The time for this run ({0} s) is used up.</source>
            <translation type="vanished">此次运行的时间（{0} 秒）已用完。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/budget.py" />
            <source>The time for this task ({0} s) has run out.</source>
            <translation>此任务的时间（{0} 秒）已用完。</translation>
        </message>
        <message>
            <source>The time of the run ran out while the model wrote.</source>
            <translation type="vanished">模型撰写时，运行时间已用完。</translation>
        </message>
        <message>
            <source>The time of the run was used up while tools worked.</source>
            <translation type="vanished">工具工作时，运行时间已用完。</translation>
        </message>
        <message>
            <source>The two runs have no question in common.</source>
            <translation type="vanished">这两次运行没有共同的问题。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/comparison.py" />
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
            <source>The verifier gave no verdict, which counts as no.</source>
            <translation type="vanished">核验者未给出结论，按否处理。</translation>
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
            <source>The {0} model calls of this run are used up.</source>
            <translation type="vanished">此次运行的 {0} 次模型调用已用完。</translation>
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
            <source>There are: {0}.</source>
            <translation type="vanished">现有：{0}。</translation>
        </message>
        <message>
            <source>There is a collection {0} already.</source>
            <translation type="vanished">已有资料集 {0}。</translation>
        </message>
        <message>
            <source>There is a server {0} already.</source>
            <translation type="vanished">已有服务器 {0}。</translation>
        </message>
        <message>
            <source>There is another server {0} already: {1}.</source>
            <translation type="vanished">已有另一个服务器 {0}：{1}。</translation>
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
            <location filename="../../desktop_agent/runs/child_runs.py" />
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
            <source>There is no collection {0}.</source>
            <translation type="vanished">没有资料集 {0}。</translation>
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
            <source>There is no index of Desktop Agent in {0}.</source>
            <translation type="vanished">{0} 中没有 Desktop Agent 的索引。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>There is no key called {0}.</source>
            <translation>没有名为 {0} 的密钥。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/factory.py" />
            <source>There is no model provider called {0}.</source>
            <translation>没有名为 {0} 的模型服务方。</translation>
        </message>
        <message>
            <source>There is no provider of models called {0}.</source>
            <translation type="vanished">没有名为 {0} 的模型服务方。</translation>
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
            <source>There is no recording, and no recording of a run, {0}.</source>
            <translation type="vanished">没有运行记录文件或已记录的运行 {0}。</translation>
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
            <source>There is no server {0}.</source>
            <translation type="vanished">没有服务器 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/dispatch.py" />
            <source>There is no strategy named {0}.</source>
            <translation>没有名为 {0} 的策略。</translation>
        </message>
        <message>
            <source>There is no strategy {0}.</source>
            <translation type="vanished">没有策略 {0}。</translation>
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
            <source>There was no critique: {0}</source>
            <translation>没有评审：{0}</translation>
        </message>
        <message>
            <source>There was no draft to judge.</source>
            <translation type="vanished">没有可供评审的草稿。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>There was no plan, so the question is handled as one part.</source>
            <translation>没有计划，因此问题作为一个部分来处理。</translation>
        </message>
        <message>
            <source>There was no plan, so the question is worked on as one part.</source>
            <translation type="vanished">没有计划，因此问题作为一个部分来处理。</translation>
        </message>
        <message>
            <source>This build has no place for updates.</source>
            <translation type="vanished">此版本没有更新地址。</translation>
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
            <source>This run already has a sleep to come ({0}).</source>
            <translation type="vanished">此运行已有一次即将开始的休眠（{0}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>This run has no model.</source>
            <translation>此次运行没有模型。</translation>
        </message>
        <message>
            <source>This run may begin {0} background runs, and has.</source>
            <translation type="vanished">此运行最多可以开始 {0} 个后台运行，现已达到上限。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/codec.py" />
            <source>This run was recorded in format {0}; this app supports up to {1}.</source>
            <translation>此次运行以格式 {0} 记录；本应用最高支持 {1}。</translation>
        </message>
        <message>
            <source>This run was recorded in format {0}; this program reads up to {1}.</source>
            <translation type="vanished">此次运行以格式 {0} 记录；本程序最高可读 {1}。</translation>
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
            <location filename="../../desktop_agent/core/budget.py" />
            <source>This task has used all {0} of its model calls.</source>
            <translation>此任务的 {0} 次模型调用已用完。</translation>
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
            <location filename="../../desktop_agent/llm/wrappers.py" />
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
            <source>Try again; if it stays so, tell those who make it.</source>
            <translation type="vanished">请重试；若仍如此，请告知其开发者。</translation>
        </message>
        <message>
            <source>Try again; if it stays, look into the server's own log.</source>
            <translation type="vanished">请重试；若仍如此，请查看服务器自身的日志。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/mcp_servers.py" />
            <source>Try it first.</source>
            <translation>请先试用。</translation>
        </message>
        <message>
            <source>UNTIL must be like 20261231 or 20261231T180000Z</source>
            <translation type="vanished">UNTIL 的格式必须如 20261231 或 20261231T180000Z</translation>
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
            <source>Unreadable text, because its fonts don't say which characters they show: {0}.</source>
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
            <source>Update Desktop Agent, or build the index anew.</source>
            <translation type="vanished">请更新 Desktop Agent，或重新构建索引。</translation>
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
            <source>Updates come over https alone, not from {0}.</source>
            <translation type="vanished">更新只能通过 https 获取，不能来自 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/model_call.py" />
            <source>Use a larger model, or show only the quotes: ask with the evidence strategy.</source>
            <translation>请使用更大的模型，或只显示引文：用“证据”策略提问。</translation>
        </message>
        <message>
            <source>Use a larger model, or show the quotes alone: ask with the strategy evidence.</source>
            <translation type="vanished">请使用更大的模型，或只显示引文：用“证据”策略提问。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/sleep.py" />
            <source>Use an ID returned by start_research.</source>
            <translation>请使用 start_research 给出的编号。</translation>
        </message>
        <message>
            <source>Use an id that start_research has given.</source>
            <translation type="vanished">请使用 start_research 给出的编号。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/records.py" />
            <source>Use another folder with --out.</source>
            <translation>请用 --out 指定另一个文件夹。</translation>
        </message>
        <message>
            <source>Use the data file as it was, begin anew with --fresh, or name another --out.</source>
            <translation type="vanished">请使用原来的数据文件，用 --fresh 重新开始，或指定另一个 --out。</translation>
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
            <source>Vectors of {0} do not fit into the index: it holds {1}.</source>
            <translation type="vanished">{0} 的向量不适合此索引：其中为 {1}。</translation>
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
            <source>Wait until that run has ended, or stop it.</source>
            <translation type="vanished">请等待该运行结束，或将其停止。</translation>
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
            <source>What arrived is kept; ask again for the whole.</source>
            <translation type="vanished">已收到的内容会保留；若要完整内容请重新提问。</translation>
        </message>
        <message>
            <source>What arrived is not what its signers have signed.</source>
            <translation type="vanished">收到的内容与签名者所签的不符。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>What arrived was kept. Ask again to get all of it.</source>
            <translation>已收到的内容会保留；若要完整内容请重新提问。</translation>
        </message>
        <message>
            <source>What could be read of it was saved, and is in use again; look whether anything is missing.</source>
            <translation type="vanished">能读出的内容已挽回，并重新投入使用；请查看是否有缺失。</translation>
        </message>
        <message>
            <source>What is kept of a {0} is wrong at {1}: {2}.</source>
            <translation type="vanished">保存的 {0} 在 {1} 处有误：{2}。</translation>
        </message>
        <message>
            <source>What is offered cannot be brought.</source>
            <translation type="vanished">无法取得所提供的内容。</translation>
        </message>
        <message>
            <source>What is offered does not fit together.</source>
            <translation type="vanished">所提供的内容互不相符。</translation>
        </message>
        <message>
            <source>What is offered is damaged, or no list of updates.</source>
            <translation type="vanished">所提供的内容已损坏，或不是更新列表。</translation>
        </message>
        <message>
            <source>What is offered is not signed by those whom this program trusts.</source>
            <translation type="vanished">所提供的内容未经此程序信任的签名者签名。</translation>
        </message>
        <message>
            <source>What is offered is older than what was offered before, or its parts do not belong together.</source>
            <translation type="vanished">所提供的内容比以前提供的更旧，或其各部分互不相属。</translation>
        </message>
        <message>
            <source>What is offered was signed too long ago: somebody may be holding newer versions back.</source>
            <translation type="vanished">所提供内容的签名时间过久：可能有人在阻挡新版本。</translation>
        </message>
        <message>
            <source>What it has read is indexed by knowledge.pages.</source>
            <translation type="vanished">它读过的内容由 knowledge.pages 建立索引。</translation>
        </message>
        <message>
            <source>What was answered is kept; the same command goes on.</source>
            <translation type="vanished">已回答的内容已保存；再次执行同一命令即可继续。</translation>
        </message>
        <message>
            <source>What was in it is made anew by itself.</source>
            <translation type="vanished">其中的内容会自动重新生成。</translation>
        </message>
        <message>
            <source>What was looked up in the end: {0}</source>
            <translation type="vanished">最终查找的问题：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/search_model.py" />
            <source>What {0} sent is not the expected search model. It was deleted.</source>
            <translation>{0} 发送的不是所需的搜索模型，已将其删除。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/maintenance.py" />
            <source>Whatever could be read was recovered and is in use again. Check whether anything is missing.</source>
            <translation>能读出的内容已挽回，并重新投入使用；请查看是否有缺失。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/background_runs.py" />
            <source>Work on the question here.</source>
            <translation>请在此处理该问题。</translation>
        </message>
        <message>
            <source>Worked out again by {0}, it is the same value.</source>
            <translation type="vanished">用{0}重新计算，得到相同的值。</translation>
        </message>
        <message>
            <source>Write [{0}] and its keys below it.</source>
            <translation type="vanished">请写出 [{0}]，并在其下写各个键。</translation>
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
            <source>Write provider/model.</source>
            <translation type="vanished">请写成 provider/model。</translation>
        </message>
        <message>
            <source>Write what is to be asked.</source>
            <translation type="vanished">请写出要问的内容。</translation>
        </message>
        <message>
            <source>Wrong text, because its fonts name no letters: {0}.</source>
            <translation type="vanished">文本有误，因为其字体未指明字母：{0}。</translation>
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
            <source>a member is compressed in an unknown way</source>
            <translation type="vanished">有成员以未知方式压缩</translation>
        </message>
        <message>
            <source>a member is longer than it says</source>
            <translation type="vanished">有成员比声明的更长</translation>
        </message>
        <message>
            <source>a member is no plain file</source>
            <translation type="vanished">有成员不是普通文件</translation>
        </message>
        <message>
            <source>a member is packed in an unknown way</source>
            <translation type="vanished">有成员以未知方式打包</translation>
        </message>
        <message>
            <source>a member is there twice</source>
            <translation type="vanished">有成员重复</translation>
        </message>
        <message>
            <source>a member would become far larger than it is</source>
            <translation type="vanished">有成员解压后会远大于其自身</translation>
        </message>
        <message>
            <source>a page has another text than its name tells of</source>
            <translation type="vanished">某个页面的内容与其名称不符</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>a page's text doesn't match its name</source>
            <translation>某个页面的内容与其名称不符</translation>
        </message>
        <message>
            <source>a piece of writing</source>
            <translation type="vanished">写作任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/strategies/auto.py" />
            <source>a question about current facts: the web is searched first</source>
            <translation>时事问题：先搜索网页</translation>
        </message>
        <message>
            <source>a question is asked at most once a minute</source>
            <translation type="vanished">提问最多每分钟一次</translation>
        </message>
        <message>
            <source>a question of code</source>
            <translation type="vanished">代码问题</translation>
        </message>
        <message>
            <source>a question of current facts: the web is asked before the model</source>
            <translation type="vanished">时事问题：先查询网页，再询问模型</translation>
        </message>
        <message>
            <source>a question of fact: the draft is checked by a second agent</source>
            <translation type="vanished">事实问题：由第二个代理检查草稿</translation>
        </message>
        <message>
            <source>a question of many parts</source>
            <translation type="vanished">由多个部分组成的问题</translation>
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
            <source>another Desktop Agent carries out a run.</source>
            <translation type="vanished">另一个 Desktop Agent 正在执行运行。</translation>
        </message>
        <message>
            <source>another Desktop Agent has {0} open.</source>
            <translation type="vanished">另一个 Desktop Agent 正打开着 {0}。</translation>
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
            <source>by hours or minutes there is only INTERVAL, COUNT and UNTIL; use DAILY;BYHOUR</source>
            <translation type="vanished">按小时或分钟时只能使用 INTERVAL、COUNT 和 UNTIL；请使用 DAILY;BYHOUR</translation>
        </message>
        <message>
            <source>computed by a solver</source>
            <translation type="vanished">由求解器计算</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/reasoning/graph.py" />
            <source>computed without code</source>
            <translation>未用代码计算</translation>
        </message>
        <message>
            <source>computed without code: none can be run here</source>
            <translation type="vanished">未用代码计算：此处无法运行代码</translation>
        </message>
        <message>
            <source>computed without code: {0}</source>
            <translation type="vanished">未用代码计算：{0}</translation>
        </message>
        <message>
            <source>cut at {0} of {1} characters</source>
            <translation type="vanished">已截断：保留 {0} 个字符，共 {1} 个</translation>
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
            <source>cut off: the time of the run is used up</source>
            <translation type="vanished">已截断：运行时间已用完</translation>
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
            <source>does not exist any more</source>
            <translation type="vanished">已不存在</translation>
        </message>
        <message>
            <source>does not let us read it</source>
            <translation type="vanished">不允许读取</translation>
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
            <source>gets too many requests from here</source>
            <translation type="vanished">收到来自此处的请求过多</translation>
        </message>
        <message>
            <source>has tables, views or triggers that are not those of Desktop Agent</source>
            <translation type="vanished">含有不属于 Desktop Agent 的表、视图或触发器</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>has tables, views or triggers that don't belong to Desktop Agent</source>
            <translation>含有不属于 Desktop Agent 的表、视图或触发器</translation>
        </message>
        <message>
            <source>in line {0}, at column {1}</source>
            <translation type="vanished">第 {0} 行第 {1} 列</translation>
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
            <source>is of something else</source>
            <translation type="vanished">属于其他内容</translation>
        </message>
        <message>
            <source>it asks for proof that a person is searching</source>
            <translation type="vanished">它要求证明是真人在搜索</translation>
        </message>
        <message>
            <source>it asks for research</source>
            <translation type="vanished">要求进行研究</translation>
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
            <source>it contains too much</source>
            <translation>其内容过多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>it contains {0}, which doesn't belong in a backup</source>
            <translation>它含有备份中不应有的 {0}</translation>
        </message>
        <message>
            <source>it did not accept the connection in time</source>
            <translation type="vanished">它未及时接受连接</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>it did not answer in time</source>
            <translation>它未及时响应</translation>
        </message>
        <message>
            <source>it has no end, or one that a backup never has</source>
            <translation type="vanished">它没有结尾，或结尾不是备份应有的</translation>
        </message>
        <message>
            <source>it has no end, or one that ours never have</source>
            <translation type="vanished">它没有结尾，或结尾不是此类文件应有的</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>it has no list of contents</source>
            <translation>它没有内容清单</translation>
        </message>
        <message>
            <source>it has no manifest, or one that is not whole</source>
            <translation type="vanished">没有清单，或清单不完整</translation>
        </message>
        <message>
            <source>it has the member {0}</source>
            <translation type="vanished">它含有成员 {0}</translation>
        </message>
        <message>
            <source>it holds no recording</source>
            <translation type="vanished">其中没有运行记录</translation>
        </message>
        <message>
            <source>it holds too much</source>
            <translation type="vanished">其内容过多</translation>
        </message>
        <message>
            <source>it holds {0}, which no backup does</source>
            <translation type="vanished">它含有备份中不应有的 {0}</translation>
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
            <source>it names the database {0}</source>
            <translation type="vanished">它提到数据库 {0}</translation>
        </message>
        <message>
            <source>it names too many members</source>
            <translation type="vanished">它列出的成员过多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>it redirects elsewhere (meta refresh)</source>
            <translation>它转向别处 (meta refresh)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>it refers to the unknown database {0}</source>
            <translation>它提到未知的数据库 {0}</translation>
        </message>
        <message>
            <source>it sends this program elsewhere (meta refresh)</source>
            <translation type="vanished">它将本程序转往别处 (meta refresh)</translation>
        </message>
        <message>
            <source>it was taken back.</source>
            <translation type="vanished">已撤回。</translation>
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
            <source>its contents are not those that it lists</source>
            <translation type="vanished">其内容与清单不符</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>its contents don't match its list of contents</source>
            <translation>其内容与清单不符</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its end is missing, or isn't one that Desktop Agent writes</source>
            <translation>它没有结尾，或结尾不是 Desktop Agent 所写的</translation>
        </message>
        <message>
            <source>its end is not where it says</source>
            <translation type="vanished">其结尾不在所声明的位置</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its end isn't where it says it is</source>
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
            <source>its format has no number</source>
            <translation type="vanished">其格式没有编号</translation>
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
            <source>its manifest names a moment that UTC does not know</source>
            <translation type="vanished">其清单中的时间不是有效的 UTC 时间</translation>
        </message>
        <message>
            <source>its manifest names no moment</source>
            <translation type="vanished">其清单中没有时间</translation>
        </message>
        <message>
            <source>its members are not those of its manifest</source>
            <translation type="vanished">其中的文件与清单不符</translation>
        </message>
        <message>
            <source>its members lie over each other</source>
            <translation type="vanished">其成员相互重叠</translation>
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
            <source>its numbers are none</source>
            <translation type="vanished">其数值无效</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>its recording belongs to another run</source>
            <translation>其中的记录属于另一次运行</translation>
        </message>
        <message>
            <source>its recording is that of another run</source>
            <translation type="vanished">其中的记录属于另一次运行</translation>
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
            <source>network is switched off</source>
            <translation type="vanished">网络已关闭</translation>
        </message>
        <message>
            <source>news form</source>
            <translation type="vanished">新闻搜索</translation>
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
            <source>no connection could be made</source>
            <translation type="vanished">无法建立连接</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/request.py" />
            <source>no longer exists</source>
            <translation>已不存在</translation>
        </message>
        <message>
            <source>no model can be asked: {0}</source>
            <translation type="vanished">没有模型可以询问：{0}</translation>
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
            <source>no result speaks of “{0}”</source>
            <translation type="vanished">没有结果提到“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/claims/citation_check.py" />
            <source>no source mentions {0}</source>
            <translation>没有来源提到 {0}</translation>
        </message>
        <message>
            <source>no source names {0}</source>
            <translation type="vanished">没有来源提到 {0}</translation>
        </message>
        <message>
            <source>no time was left</source>
            <translation type="vanished">没有剩余时间</translation>
        </message>
        <message>
            <source>nobody is there to allow it. Go on without it.</source>
            <translation type="vanished">没有人可以允许它。请在没有它的情况下继续。</translation>
        </message>
        <message>
            <source>not needed: a solver computed the value</source>
            <translation type="vanished">不需要：求解器已算出结果</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/claim_quality.py" />
            <location filename="../../desktop_agent/evidence/claims/citation_check.py" />
            <source>nothing in it to check</source>
            <translation>其中没有可核查的内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/core/network.py" />
            <source>nothing is listening there</source>
            <translation>那里没有服务在监听</translation>
        </message>
        <message>
            <source>nothing listens there</source>
            <translation type="vanished">那里没有服务在监听</translation>
        </message>
        <message>
            <source>nothing listens there (connection refused)</source>
            <translation type="vanished">那里没有服务在监听（连接被拒绝）</translation>
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
            <source>out of time after {0} s</source>
            <translation type="vanished">{0} 秒后时间用尽</translation>
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
            <source>plan limit of searches without a key{0}; a key of your own lifts it</source>
            <translation type="vanished">达到无密钥搜索的限额{0}；使用自己的密钥可解除</translation>
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
            <source>resting for {0} s after a challenge</source>
            <translation type="vanished">遇到验证后休息 {0} 秒</translation>
        </message>
        <message>
            <source>resting: a search just before this one met a challenge</source>
            <translation type="vanished">休息中：上一次搜索遇到了验证</translation>
        </message>
        <message>
            <source>search failed</source>
            <translation type="vanished">搜索失败</translation>
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
            <source>seen in the search result, not in a page that was read</source>
            <translation type="vanished">见于搜索结果，而非已读取的网页</translation>
        </message>
        <message>
            <source>seen in the search result; the page could not be read</source>
            <translation type="vanished">见于搜索结果；网页无法读取</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>simulated in code</source>
            <translation>用代码模拟得出</translation>
        </message>
        <message>
            <source>small talk needs no research</source>
            <translation type="vanished">闲聊无需研究</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/contents.py" />
            <source>some of the numbers in it aren't valid</source>
            <translation>其数值无效</translation>
        </message>
        <message>
            <source>the answer is not the promised JSON but {0}</source>
            <translation type="vanished">响应不是所承诺的 JSON，而是 {0}</translation>
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
            <source>the network does not lead there</source>
            <translation type="vanished">网络无法到达那里</translation>
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
            <source>the page also says the opposite</source>
            <translation type="vanished">该网页也说了相反的话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/claims/citation_check.py" />
            <source>the page could not be read</source>
            <translation>网页无法读取</translation>
        </message>
        <message>
            <source>the page does not speak of it</source>
            <translation type="vanished">网页没有谈到它</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/evidence/claims/citation_check.py" />
            <source>the page doesn't mention it</source>
            <translation>网页没有提到它</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>the page has neither results nor a no-results notice</source>
            <translation>页面既没有结果，也没有无结果提示</translation>
        </message>
        <message>
            <source>the page holds neither results nor the no-results notice</source>
            <translation type="vanished">页面既没有结果，也没有无结果提示</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/duckduckgo.py" />
            <source>the page is far too large for a results page</source>
            <translation>页面过大，不像搜索结果</translation>
        </message>
        <message>
            <source>the page is far too large for results</source>
            <translation type="vanished">页面过大，不像搜索结果</translation>
        </message>
        <message>
            <source>the page, as it was read, does not hold the words of the search result</source>
            <translation type="vanished">读取到的网页中没有搜索结果的文字</translation>
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
            <source>the source names {0}</source>
            <translation type="vanished">来源中写的是 {0}</translation>
        </message>
        <message>
            <source>the source says otherwise</source>
            <translation type="vanished">来源说法不同</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/engine.py" />
            <source>the stored key contains invalid characters; store it again with `desktop-agent keys set {0}`</source>
            <translation>存储的密钥含有不应有的字符；请用 `desktop-agent keys set {0}` 重新存入</translation>
        </message>
        <message>
            <source>the stored key holds characters that no key has; store it again with `desktop-agent keys set {0}`</source>
            <translation type="vanished">存储的密钥含有不应有的字符；请用 `desktop-agent keys set {0}` 重新存入</translation>
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
            <source>tidying up</source>
            <translation type="vanished">正在整理</translation>
        </message>
        <message>
            <source>too long to check</source>
            <translation type="vanished">过长，无法核查</translation>
        </message>
        <message>
            <source>wants a login</source>
            <translation type="vanished">要求登录</translation>
        </message>
        <message>
            <source>wants to be paid for</source>
            <translation type="vanished">要求付费</translation>
        </message>
        <message>
            <source>was written by a newer Desktop Agent</source>
            <translation type="vanished">由较新版本的 Desktop Agent 写入</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>was written by a newer version of Desktop Agent</source>
            <translation>由较新版本的 Desktop Agent 写入</translation>
        </message>
        <message>
            <source>what came is not the protocol</source>
            <translation type="vanished">收到的内容不符合协议</translation>
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
            <source>{0} The draft stands as it is.</source>
            <translation type="vanished">{0} 草稿保持不变。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/supervisor.py" />
            <source>{0} The question is handled as one part.</source>
            <translation>{0} 问题作为一个部分来处理。</translation>
        </message>
        <message>
            <source>{0} The question is worked on as one part.</source>
            <translation type="vanished">{0} 问题作为一个部分来处理。</translation>
        </message>
        <message>
            <source>{0} The results stand as they are.</source>
            <translation type="vanished">{0} 结果保持原样。</translation>
        </message>
        <message>
            <source>{0} answers with HTTP {1}.</source>
            <translation type="vanished">{0} 的应答为 HTTP {1}。</translation>
        </message>
        <message>
            <source>{0} are needed in {1}; nothing was changed.</source>
            <translation type="vanished">{1} 中需要 {0}；未作任何更改。</translation>
        </message>
        <message>
            <source>{0} be written: {1}.</source>
            <translation type="vanished">{0} 写入：{1}。</translation>
        </message>
        <message>
            <source>{0} came to the same value.</source>
            <translation type="vanished">{0} 得到了相同的值。</translation>
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
            <source>{0} cannot be made: it is there already.</source>
            <translation type="vanished">无法创建 {0}：它已存在。</translation>
        </message>
        <message>
            <source>{0} cannot be made: {1}.</source>
            <translation type="vanished">无法创建 {0}：{1}。</translation>
        </message>
        <message>
            <source>{0} cannot be moved: {1}.</source>
            <translation type="vanished">{0} 无法移动：{1}。</translation>
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
            <source>{0} cannot be reached safely: {1}.</source>
            <translation type="vanished">无法安全连接 {0}：{1}。</translation>
        </message>
        <message>
            <source>{0} cannot be reached: {1} is not a URL of http or https.</source>
            <translation type="vanished">无法连接 {0}：{1} 不是 http 或 https 的 URL。</translation>
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
            <source>{0} cannot be read: only http and https addresses are.</source>
            <translation type="vanished">无法读取 {0}：只能读取 http 和 https 地址。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/run_archives.py" />
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
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} cannot be read: {1}.</source>
            <translation>无法读取 {0}：{1}。</translation>
        </message>
        <message>
            <source>{0} cannot be removed: {1}.</source>
            <translation type="vanished">无法移除 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/network_ledger.py" />
            <location filename="../../desktop_agent/storage/settings_file.py" />
            <source>{0} cannot be renamed: {1}.</source>
            <translation>无法重命名 {0}：{1}。</translation>
        </message>
        <message>
            <source>{0} cannot be started: there is no {1}.</source>
            <translation type="vanished">无法启动 {0}：没有 {1}。</translation>
        </message>
        <message>
            <source>{0} cannot be started: {1} may not be run.</source>
            <translation type="vanished">无法启动 {0}：不允许运行 {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/programs.py" />
            <source>{0} cannot be started: {1}.</source>
            <translation>无法启动 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} cannot be used: {1} in it {2}.</source>
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
            <source>{0} cannot name a run: use letters, digits, - and _.</source>
            <translation type="vanished">{0} 不能作为运行的名称：请使用字母、数字、- 和 _。</translation>
        </message>
        <message>
            <source>{0} changed while the index was being copied.</source>
            <translation type="vanished">{0} 在复制索引时发生了变化。</translation>
        </message>
        <message>
            <source>{0} changed while the index was copied.</source>
            <translation type="vanished">{0} 在复制索引时发生了变化。</translation>
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
            <source>{0} crashed the page reader ({1}).</source>
            <translation type="vanished">{0} 使网页读取器崩溃 ({1})。</translation>
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
            <source>{0} declares entities in {1}, which no document does.</source>
            <translation type="vanished">{0} 在 {1} 中声明了实体，正常文档不会这样。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/pool.py" />
            <source>{0} did not answer ({1}); {2} answers instead.</source>
            <translation>{0} 未作答（{1}）；改由 {2} 回答。</translation>
        </message>
        <message>
            <location filename="../../resources/model_servers.toml" />
            <source>{0} did not answer in time: {1}.</source>
            <translation>{0} 未及时响应：{1}。</translation>
        </message>
        <message>
            <source>{0} did not reach the disk as it was sent.</source>
            <translation type="vanished">{0} 写入磁盘的内容与收到的不符。</translation>
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
            <source>{0} does not know this kind of request (HTTP {1}): {2}.</source>
            <translation type="vanished">{0} 不支持此类请求 (HTTP {1})：{2}。</translation>
        </message>
        <message>
            <source>{0} does not let its models be pulled or deleted, so {1} stays as it is.</source>
            <translation type="vanished">{0} 不允许拉取或删除其模型，因此 {1} 保持不变。</translation>
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
            <source>{0} ended while it started: {1}.</source>
            <translation type="vanished">{0} 在启动时结束：{1}。</translation>
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
            <source>{0} gave vectors of {1} dimensions, and of {2} before.</source>
            <translation type="vanished">{0} 给出了 {1} 维向量，之前为 {2} 维。</translation>
        </message>
        <message>
            <source>{0} gave vectors of {1} numbers; those of the index have {2}.</source>
            <translation type="vanished">{0} 给出了 {1} 维向量；索引中的为 {2} 维。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/worker_main.py" />
            <source>{0} grew while it was being read.</source>
            <translation>{0} 在读取时变大了。</translation>
        </message>
        <message>
            <source>{0} grew while it was read.</source>
            <translation type="vanished">{0} 在读取时变大了。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/fetch/guard.py" />
            <source>{0} has a backslash, so its host is ambiguous.</source>
            <translation>{0} 含有反斜杠，因此主机不明确。</translation>
        </message>
        <message>
            <source>{0} has a host that is no IPv4 address.</source>
            <translation type="vanished">{0} 的主机不是 IPv4 地址。</translation>
        </message>
        <message>
            <source>{0} has a host that is no IPv6 address.</source>
            <translation type="vanished">{0} 的主机不是 IPv6 地址。</translation>
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
            <source>{0} has more parts than a mail has.</source>
            <translation type="vanished">{0} 的部分多于一封邮件应有的数量。</translation>
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
            <source>{0} has too little room: {1} are needed, and {2} are free.</source>
            <translation type="vanished">{0} 空间不足：需要 {1}，可用 {2}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} has too little space: {1} needed, {2} free.</source>
            <translation>{0} 空间不足：需要 {1}，可用 {2}。</translation>
        </message>
        <message>
            <source>{0} holds a schedule that cannot be read.</source>
            <translation type="vanished">{0} 中有无法读取的定时提问。</translation>
        </message>
        <message>
            <source>{0} holds an index that was not built this way.</source>
            <translation type="vanished">{0} 中的索引不是以这种方式构建的。</translation>
        </message>
        <message>
            <source>{0} holds documents of another collection or embedding model.</source>
            <translation type="vanished">{0} 含有其他文档集或其他嵌入模型的文档。</translation>
        </message>
        <message>
            <source>{0} holds no events.</source>
            <translation type="vanished">{0} 不含任何事件。</translation>
        </message>
        <message>
            <source>{0} holds no schedules that can be read.</source>
            <translation type="vanished">{0} 中没有可以读取的定时提问。</translation>
        </message>
        <message>
            <source>{0} holds no text.</source>
            <translation type="vanished">{0} 中没有文本。</translation>
        </message>
        <message>
            <source>{0} holds {1} files, which is too many.</source>
            <translation type="vanished">{0} 包含 {1} 个文件，数量过多。</translation>
        </message>
        <message>
            <source>{0} in {1} is no object.</source>
            <translation type="vanished">{1} 中的 {0} 不是对象。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/mcp_servers.py" />
            <source>{0} in {1} isn't an object.</source>
            <translation>{1} 中的 {0} 不是对象。</translation>
        </message>
        <message>
            <source>{0} is a data set of many documents, which are indexed apart.</source>
            <translation type="vanished">{0} 是包含许多文档的数据集，需单独建立索引。</translation>
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
            <source>{0} is a name of the local network, not of a public host.</source>
            <translation type="vanished">{0} 是本地网络的名称，不是公共主机。</translation>
        </message>
        <message>
            <source>{0} is an archive, which is not read.</source>
            <translation type="vanished">{0} 是压缩包，因此不读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/document.py" />
            <source>{0} is an archive, which isn't supported.</source>
            <translation>{0} 是压缩包，不受支持。</translation>
        </message>
        <message>
            <source>{0} is an archive: what is in it is not read.</source>
            <translation type="vanished">{0} 是压缩包：其中的内容不会读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <source>{0} is an exported conversation. Earlier answers aren't sources.</source>
            <translation>{0} 是导出的对话。先前的回答不是来源。</translation>
        </message>
        <message>
            <source>{0} is announced, but not there.</source>
            <translation type="vanished">已公布 {0}，但找不到它。</translation>
        </message>
        <message>
            <source>{0} is broken or was cut.</source>
            <translation type="vanished">{0} 已损坏或不完整。</translation>
        </message>
        <message>
            <source>{0} is broken: it does not say what its chapters are.</source>
            <translation type="vanished">{0} 已损坏：没有说明其章节。</translation>
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
            <source>{0} is damaged ({1}), and what can be read of it could not be saved: {2}.</source>
            <translation type="vanished">{0} 已损坏（{1}），其中可读取的内容无法保存：{2}。</translation>
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
            <source>{0} is damaged, or no Arrow or Parquet file: {1}.</source>
            <translation type="vanished">{0} 已损坏，或不是 Arrow 或 Parquet 文件：{1}。</translation>
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
            <source>{0} is full: the backup takes up to {1} there.</source>
            <translation type="vanished">{0} 已满：备份在那里最多需要 {1}。</translation>
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
            <source>{0} is no JSON object.</source>
            <translation type="vanished">{0} 不是 JSON 对象。</translation>
        </message>
        <message>
            <source>{0} is no address for updates.</source>
            <translation type="vanished">{0} 不是可用的更新地址。</translation>
        </message>
        <message>
            <source>{0} is no address of a scheduler.</source>
            <translation type="vanished">{0} 不是调度器的地址。</translation>
        </message>
        <message>
            <source>{0} is no backup, or is damaged: {1}.</source>
            <translation type="vanished">{0} 不是备份，或已损坏：{1}。</translation>
        </message>
        <message>
            <source>{0} is no embedding model.</source>
            <translation type="vanished">{0} 不是嵌入模型。</translation>
        </message>
        <message>
            <source>{0} is no longer offered as it was.</source>
            <translation type="vanished">{0} 已有变化，不再按原样提供。</translation>
        </message>
        <message>
            <source>{0} is no name of a file that could be offered.</source>
            <translation type="vanished">{0} 不是可提供的文件的名称。</translation>
        </message>
        <message>
            <source>{0} is no notebook, or is broken.</source>
            <translation type="vanished">{0} 不是笔记本，或已损坏。</translation>
        </message>
        <message>
            <source>{0} is no run that can be opened: {1}.</source>
            <translation type="vanished">{0} 不是可以打开的运行：{1}。</translation>
        </message>
        <message>
            <source>{0} is no snapshot: a snapshot is 64 hex digits.</source>
            <translation type="vanished">{0} 不是快照：快照是 64 位十六进制数字。</translation>
        </message>
        <message>
            <source>{0} is no table.</source>
            <translation type="vanished">{0} 不是表。</translation>
        </message>
        <message>
            <source>{0} is no version.</source>
            <translation type="vanished">{0} 不是版本号。</translation>
        </message>
        <message>
            <source>{0} is not JSON with a title and a text.</source>
            <translation type="vanished">{0} 不是带有标题和文本的 JSON。</translation>
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
            <source>{0} is not a database of conversations.</source>
            <translation type="vanished">{0} 不是对话数据库。</translation>
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
            <source>{0} is not as it is listed</source>
            <translation type="vanished">{0} 与清单不符</translation>
        </message>
        <message>
            <source>{0} is not as it was written</source>
            <translation type="vanished">{0} 与写入时不符</translation>
        </message>
        <message>
            <source>{0} is not as this program made it: {1}.</source>
            <translation type="vanished">{0} 与本程序创建时不同：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/app/updates.py" />
            <source>{0} is not for this system ({1}, {2}).</source>
            <translation>{0} 不适用于此系统（{1}，{2}）。</translation>
        </message>
        <message>
            <source>{0} is not text in UTF-8.</source>
            <translation type="vanished">{0} 不是 UTF-8 文本。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/loaders/load.py" />
            <location filename="../../desktop_agent/knowledge/loaders/text.py" />
            <source>{0} is not text.</source>
            <translation>{0} 不是文本。</translation>
        </message>
        <message>
            <source>{0} is not the recording of one run.</source>
            <translation type="vanished">{0} 不是单次运行的记录。</translation>
        </message>
        <message>
            <source>{0} is not there any more.</source>
            <translation type="vanished">{0} 已不在那里。</translation>
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
            <source>{0} is of an old Office format, which only LibreOffice reads.</source>
            <translation type="vanished">{0} 是旧的 Office 格式，只有 LibreOffice 能读取。</translation>
        </message>
        <message>
            <source>{0} is of type {1}, which is not read.</source>
            <translation type="vanished">{0} 的类型是 {1}，无法读取。</translation>
        </message>
        <message>
            <source>{0} is of version {1}; this program knows up to {2}.</source>
            <translation type="vanished">{0} 的版本是 {1}；本程序最高支持 {2}。</translation>
        </message>
        <message>
            <source>{0} is protected against copying.</source>
            <translation type="vanished">{0} 受复制保护。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/factory.py" />
            <source>{0} is reading {1} tokens, about {2} s…</source>
            <translation>{0} 正在读取 {1} 个词元，约需 {2} 秒…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/llm/factory.py" />
            <source>{0} is reading {1} tokens…</source>
            <translation>{0} 正在读取 {1} 个词元…</translation>
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
            <source>{0} is worked on in code.</source>
            <translation type="vanished">{0} 将用代码处理。</translation>
        </message>
        <message>
            <source>{0} is wrong: {1}.</source>
            <translation type="vanished">{0} 有误：{1}。</translation>
        </message>
        <message>
            <source>{0} is {1} {2}, which is not read.</source>
            <translation type="vanished">{0} 是 {1} {2}，无法读取。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/extract/media_type.py" />
            <source>{0} is {1} {2}, which isn't supported.</source>
            <translation>{0} 是 {1} {2}，不受支持。</translation>
        </message>
        <message>
            <source>{0} is {1}, which is not read.</source>
            <translation type="vanished">{0} 是 {1}，无法读取。</translation>
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
            <source>{0} isn't a notebook or is damaged.</source>
            <translation type="vanished">{0} 不是笔记本，或已损坏。</translation>
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
            <source>{0} leads on to another address, which is not followed.</source>
            <translation type="vanished">{0} 转向另一个地址，未予跟随。</translation>
        </message>
        <message>
            <source>{0} may not be written.</source>
            <translation type="vanished">{0} 不允许写入。</translation>
        </message>
        <message>
            <source>{0} may not be written: it can be read, and nothing new is kept.</source>
            <translation type="vanished">无权写入 {0}：可以读取，但不会保存任何新内容。</translation>
        </message>
        <message>
            <source>{0} must be a number from 1 to {1}</source>
            <translation type="vanished">{0} 必须是 1 到 {1} 之间的数字</translation>
        </message>
        <message>
            <source>{0} names an address of one network zone only.</source>
            <translation type="vanished">{0} 指向仅限某一网络区域的地址。</translation>
        </message>
        <message>
            <source>{0} names another server now.</source>
            <translation type="vanished">{0} 现在指向另一个服务器。</translation>
        </message>
        <message>
            <source>{0} names no setting.</source>
            <translation type="vanished">{0} 不是任何设置的名称。</translation>
        </message>
        <message>
            <source>{0} names port {1}, which does not exist.</source>
            <translation type="vanished">{0} 指定了端口 {1}，该端口不存在。</translation>
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
            <source>{0} of the server {1} in {2} is wrong: {3}.</source>
            <translation type="vanished">{2} 中服务器 {1} 的 {0} 有误：{3}。</translation>
        </message>
        <message>
            <source>{0} of the server {1} took longer than {2} s.</source>
            <translation type="vanished">服务器 {1} 的 {0} 用时超过 {2} 秒。</translation>
        </message>
        <message>
            <source>{0} of the server {1}: {2}.</source>
            <translation type="vanished">服务器 {1} 的 {0}：{2}。</translation>
        </message>
        <message>
            <source>{0} of {1} statements confirmed</source>
            <translation type="vanished">{1} 条陈述中有 {0} 条得到证实</translation>
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
            <source>{0} passages were embedded, and gave {1} vectors.</source>
            <translation type="vanished">嵌入了 {0} 个段落，却得到 {1} 个向量。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/manager.py" />
            <source>{0} questions are already waiting in the background.</source>
            <translation>后台已有 {0} 个问题在等待。</translation>
        </message>
        <message>
            <source>{0} questions in a row failed, the last one so: {1}</source>
            <translation type="vanished">连续 {0} 个问题失败，最后一个的原因：{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/runner.py" />
            <source>{0} questions in a row failed. The last error was: {1}</source>
            <translation>连续 {0} 个问题失败。最后一个错误：{1}</translation>
        </message>
        <message>
            <source>{0} questions wait in the background already.</source>
            <translation type="vanished">后台已有 {0} 个问题在等待。</translation>
        </message>
        <message>
            <source>{0} redirects in a circle.</source>
            <translation type="vanished">{0} 循环重定向。</translation>
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
            <source>{0} redirects to what is no URL.</source>
            <translation type="vanished">{0} 重定向到的不是 URL。</translation>
        </message>
        <message>
            <source>{0} redirects to {1}, a host of your own network.</source>
            <translation type="vanished">{0} 重定向到 {1}，它是你自己网络中的主机。</translation>
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
            <source>{0} refuses us (HTTP {1}).</source>
            <translation type="vanished">{0} 拒绝了我们的访问 (HTTP {1})。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/tools/mcp/connection.py" />
            <source>{0} returned HTTP {1}.</source>
            <translation>{0} 返回了 HTTP {1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/lance.py" />
            <source>{0} returned vectors with {1} dimensions, but {2} before.</source>
            <translation>{0} 给出了 {1} 维向量，之前为 {2} 维。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/knowledge/index/sqlite_index.py" />
            <source>{0} returned vectors with {1} dimensions; the index uses {2}.</source>
            <translation>{0} 给出了 {1} 维向量；索引中的为 {2} 维。</translation>
        </message>
        <message>
            <source>{0} sends more than the {1} bytes that are expected.</source>
            <translation type="vanished">{0} 发来的内容超过预期的 {1} 字节。</translation>
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
            <source>{0} sent no list of models.</source>
            <translation type="vanished">{0} 没有发来模型列表。</translation>
        </message>
        <message>
            <source>{0} sent what is not its protocol: {1}.</source>
            <translation type="vanished">{0} 发来的内容不符合其协议：{1}。</translation>
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
            <source>{0} such files are not read.</source>
            <translation type="vanished">{0} 个此类文件未读取。</translation>
        </message>
        <message>
            <source>{0} such files are not read: each is {1}.</source>
            <translation type="vanished">{0} 个此类文件未读取：每个都是{1}。</translation>
        </message>
        <message>
            <source>{0} takes no more requests now: {1}.</source>
            <translation type="vanished">{0} 目前不再接受请求：{1}。</translation>
        </message>
        <message>
            <source>{0} takes no more requests now: {1}.{2}</source>
            <translation type="vanished">{0} 暂不接受更多请求：{1}。{2}</translation>
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
            <source>{0} values that no page states</source>
            <translation type="vanished">{0} 个没有任何网页提及的数值</translation>
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
            <source>{0} was damaged; the damaged file is kept as {1} beside it.</source>
            <translation>{0} 已损坏；损坏的文件以 {1} 为名保留在旁边。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/run_archive.py" />
            <source>{0} was made in format {1}; this app supports up to {2}.</source>
            <translation>{0} 以格式 {1} 生成；本应用最高支持 {2}。</translation>
        </message>
        <message>
            <source>{0} was made in format {1}; this program reads up to {2}.</source>
            <translation type="vanished">{0} 以格式 {1} 生成；本程序最高可读 {2}。</translation>
        </message>
        <message>
            <source>{0} was made with other settings ({1}).</source>
            <translation type="vanished">{0} 是用其他设置生成的（{1}）。</translation>
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
            <source>{0} was not read: the network is switched off.</source>
            <translation type="vanished">未读取 {0}：网络已关闭。</translation>
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
            <source>{0} was written by a newer Desktop Agent ({1}).</source>
            <translation type="vanished">{0} 由较新版本的 Desktop Agent 写入 ({1})。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/backup/archive.py" />
            <source>{0} was written by a newer version of Desktop Agent ({1}).</source>
            <translation>{0} 由较新版本的 Desktop Agent 写入 ({1})。</translation>
        </message>
        <message>
            <source>{0} would keep keys readable in a file</source>
            <translation type="vanished">{0} 会将密钥以可读形式存入文件</translation>
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
            <source>{0}, line {1}: the run continues past its end.</source>
            <translation>{0}，第 {1} 行：运行在结束后仍有内容。</translation>
        </message>
        <message>
            <source>{0}, line {1}: the run goes on after its end.</source>
            <translation type="vanished">{0}，第 {1} 行：运行在结束后仍有内容。</translation>
        </message>
        <message>
            <source>{0}, line {1}: this is no file of a benchmark's records ({2}).</source>
            <translation type="vanished">{0} 第 {1} 行：这不是基准测试的记录文件（{2}）。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/records.py" />
            <source>{0}, line {1}: this isn't a benchmark record file ({2}).</source>
            <translation>{0} 第 {1} 行：这不是基准测试的记录文件（{2}）。</translation>
        </message>
        <message>
            <source>{0}, line {1}: {2}</source>
            <translation type="vanished">{0}，第 {1} 行：{2}</translation>
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
            <source>{0}: the keyring refused ({1}: {2}).</source>
            <translation type="vanished">{0}：密钥环拒绝 ({1}: {2})。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/storage/secrets.py" />
            <source>{0}: the keyring refused access{1}.</source>
            <translation>{0}：密钥环拒绝访问{1}。</translation>
        </message>
        <message>
            <source>{0}: the keyring refused{1}.</source>
            <translation type="vanished">{0}：密钥环拒绝{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/bench/datasets.py" />
            <source>{0}: there are no usable questions. {1}</source>
            <translation>{0}：没有可用的问题。{1}</translation>
        </message>
        <message>
            <source>{0}: there is no question that could be asked. {1}</source>
            <translation type="vanished">{0}：没有可以提出的问题。{1}</translation>
        </message>
        <message>
            <source>{0}: there is nothing in it that could be measured.</source>
            <translation type="vanished">{0}：其中没有可以测量的内容。</translation>
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
            <source>{0}; a second look found neither right{1}. {2}</source>
            <translation type="vanished">{0}；第二次审视认为两者都不正确{1}。{2}</translation>
        </message>
        <message>
            <source>{0}; a second look found {1} right. {2}</source>
            <translation type="vanished">{0}；第二次审视认为 {1} 正确。{2}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>{0}; no arithmetic supports the first calculation.</source>
            <translation>{0}；没有算式可以证实第一次计算。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/web/search/service.py" />
            <source>{0}; on cooldown for {1} s</source>
            <translation>{0}；冷却 {1} 秒</translation>
        </message>
        <message>
            <source>{0}; resting for {1} s</source>
            <translation type="vanished">{0}；休息 {1} 秒</translation>
        </message>
        <message>
            <source>{0}; that is kept back, because no code ran.</source>
            <translation type="vanished">{0}；由于没有运行代码，未予采用。</translation>
        </message>
        <message>
            <source>{0}; that is kept back, because no code ran. {1}</source>
            <translation type="vanished">{0}；由于没有代码运行，不予采用。{1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>{0}; the first calculation is kept because its arithmetic is correct.</source>
            <translation>{0}；第一次计算的算式正确，因此以它为准。</translation>
        </message>
        <message>
            <source>{0}; the first program stands.</source>
            <translation type="vanished">{0}；以第一个程序的结果为准。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>{0}; the first program's result is kept.</source>
            <translation>{0}；以第一个程序的结果为准。</translation>
        </message>
        <message>
            <source>{0}; the first working has no sums that bear it out.</source>
            <translation type="vanished">{0}；第一次推算没有可以证实它的算式。</translation>
        </message>
        <message>
            <source>{0}; the first working stands, because its sums are right.</source>
            <translation type="vanished">{0}；第一次推算的算式正确，因此以它为准。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/agents/roles/numeric_verifier.py" />
            <source>{0}; the new value isn't used because no code ran.</source>
            <translation>{0}；由于没有运行代码，未采用新值。</translation>
        </message>
        <message>
            <source>{0}; which of them is right could not be settled.</source>
            <translation type="vanished">{0}；无法确定哪一个正确。</translation>
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
            <source>“{0}” has no time that it began at.</source>
            <translation type="vanished">“{0}”没有开始时间。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/schedules.py" />
            <source>“{0}” is already being asked.</source>
            <translation>“{0}”已在提问中。</translation>
        </message>
        <message>
            <source>“{0}” is being asked already.</source>
            <translation type="vanished">“{0}”已在提问中。</translation>
        </message>
        <message>
            <source>“{0}” is no part of a rule</source>
            <translation type="vanished">“{0}”不是规则的组成部分</translation>
        </message>
        <message>
            <source>“{0}” is no rule that can be followed: {1}.</source>
            <translation type="vanished">“{0}”不是可以执行的规则：{1}。</translation>
        </message>
        <message>
            <source>“{0}” is not understood as a time: {1}.</source>
            <translation type="vanished">无法将“{0}”理解为时间：{1}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/runs/recurrence.py" />
            <source>“{0}” isn't a rule that can be followed: {1}.</source>
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
            <source>“{0}” never comes again.</source>
            <translation type="vanished">“{0}”不会再次到来。</translation>
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
        <message>
            <source>“{0}” was to be asked once, and that time has passed.</source>
            <translation type="vanished">“{0}”原定只提问一次，而该时间已过。</translation>
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
            <source>Default ({0})</source>
            <translation type="vanished">默认（{0}）</translation>
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
            <translation>您的模型都不能。</translation>
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
            <source>Answer with it</source>
            <translation type="vanished">用它回答</translation>
        </message>
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
            <source>Details</source>
            <translation type="vanished">详情</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download</source>
            <translation>下载</translation>
        </message>
        <message>
            <source>Download the model of this name (Return)</source>
            <translation type="vanished">下载此名称的模型 (Return)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download this model (Enter)</source>
            <translation>下载此模型 (Enter)</translation>
        </message>
        <message>
            <source>Enter: use. Delete: delete.</source>
            <translation type="vanished">Enter：使用。Delete：删除。</translation>
        </message>
        <message>
            <source>Frees {0}. To have it again, it must be downloaded again.</source>
            <translation type="vanished">可释放 {0}。若要再次使用，需重新下载。</translation>
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
            <source>Name at ollama.com/library, such as qwen3:8b</source>
            <translation type="vanished">ollama.com/library 上的名称，例如 qwen3:8b</translation>
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
            <source>None yet. Get one below.</source>
            <translation type="vanished">还没有模型。可从下方获取。</translation>
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
            <source>Return: answer with it. Delete: delete it.</source>
            <translation type="vanished">Return：用它回答。Delete：删除。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Use</source>
            <translation>使用</translation>
        </message>
        <message>
            <source>{0} answers from now on.</source>
            <translation type="vanished">从现在起由 {0} 回答。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>{0} deleted</source>
            <translation>已删除 {0}</translation>
        </message>
        <message>
            <source>{0} is deleted.</source>
            <translation type="vanished">已删除 {0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>{0} on disk</source>
            <translation>占用磁盘 {0}</translation>
        </message>
    </context>
    <context>
        <name>ModelPicker</name>
        <message>
            <source>Automatic model</source>
            <translation type="vanished">自动选择模型</translation>
        </message>
        <message>
            <source>Choose the model that answers</source>
            <translation type="vanished">选择用于回答的模型</translation>
        </message>
        <message>
            <source>Default</source>
            <translation type="vanished">默认</translation>
        </message>
        <message>
            <source>Default ({0})</source>
            <translation type="vanished">默认（{0}）</translation>
        </message>
        <message>
            <source>Model</source>
            <translation type="vanished">模型</translation>
        </message>
        <message>
            <source>No model</source>
            <translation type="vanished">没有模型</translation>
        </message>
        <message>
            <source>None of the installed models can.</source>
            <translation type="vanished">已安装的模型都不能。</translation>
        </message>
        <message>
            <source>The model</source>
            <translation type="vanished">该模型</translation>
        </message>
        <message>
            <source>These can: {0}.</source>
            <translation type="vanished">这些可以：{0}。</translation>
        </message>
        <message>
            <source>Which model answers</source>
            <translation type="vanished">由哪个模型回答</translation>
        </message>
        <message>
            <source>{0} cannot see images.</source>
            <translation type="vanished">{0} 无法查看图片。</translation>
        </message>
    </context>
    <context>
        <name>Models</name>
        <message>
            <source>A good start: researches and reasons</source>
            <translation type="vanished">适合入门：能研究，会推理</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Asking Ollama…</source>
            <translation>正在询问 Ollama…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Better answers, slower</source>
            <translation>回答更好，速度较慢</translation>
        </message>
        <message>
            <source>Better answers; takes its time</source>
            <translation type="vanished">回答更好；需要更多时间</translation>
        </message>
        <message>
            <source>Checking what was loaded…</source>
            <translation type="vanished">正在校验已下载的内容…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Connecting…</source>
            <translation>正在连接…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Fast, for simple questions</source>
            <translation>快速，适合简单问题</translation>
        </message>
        <message>
            <source>Finds passages in your files; no chat</source>
            <translation type="vanished">在文件中查找段落；不能对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Good all-round choice for research</source>
            <translation>适合研究的通用选择</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Installed</source>
            <translation>已安装</translation>
        </message>
        <message>
            <source>Looks at images you attach</source>
            <translation type="vanished">可查看附带的图片</translation>
        </message>
        <message>
            <source>Queued</source>
            <translation type="vanished">排队中</translation>
        </message>
        <message>
            <source>Quick on any machine; simple questions</source>
            <translation type="vanished">在任何机器上都快；适合简单问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Reads images you attach</source>
            <translation>可读取您附加的图片</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Recommended</source>
            <translation>推荐</translation>
        </message>
        <message>
            <source>Recommended here</source>
            <translation type="vanished">推荐用于本机</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>Searches your files; can't chat</source>
            <translation>用于搜索文件；不能对话</translation>
        </message>
        <message>
            <source>Stopped. It goes on where it was.</source>
            <translation type="vanished">已停止。将从中断处继续。</translation>
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
            <source>Waits for the one before it</source>
            <translation type="vanished">等待前一个完成</translation>
        </message>
        <message>
            <source>Worth a try with {0:.0f} GB of memory:</source>
            <translation type="vanished">内存 {0:.0f} GB，值得一试：</translation>
        </message>
        <message>
            <source>Worth a try:</source>
            <translation type="vanished">值得一试：</translation>
        </message>
        <message>
            <source>answers</source>
            <translation type="vanished">负责回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
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
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>needs about {0} GB of memory</source>
            <translation>约需 {0} GB 内存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>needs about {0} of {1} GB of memory</source>
            <translation>约需 {0} GB 内存（共 {1} GB）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>needs {0} GB of memory</source>
            <translation>需要 {0} GB 内存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>reads images</source>
            <translation>可读图片</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>reads {0} tokens/s</source>
            <translation>每秒读取 {0} 个 token</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>reasoning</source>
            <translation>推理</translation>
        </message>
        <message>
            <source>sees images</source>
            <translation type="vanished">可看图片</translation>
        </message>
        <message>
            <source>takes about {0} GB of memory</source>
            <translation type="vanished">约占用 {0} GB 内存</translation>
        </message>
        <message>
            <source>takes about {0} of {1} GB of memory</source>
            <translation type="vanished">约占用 {0} GB（共 {1} GB）内存</translation>
        </message>
        <message>
            <source>thinks</source>
            <translation type="vanished">可思考</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>tools</source>
            <translation>工具</translation>
        </message>
        <message>
            <source>wants a machine with {0} GB of memory</source>
            <translation type="vanished">需要有 {0} GB 内存的电脑</translation>
        </message>
        <message>
            <source>wants {0} GB of memory</source>
            <translation type="vanished">需要 {0} GB 内存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
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
            <source>{0} parameters</source>
            <translation type="vanished">{0} 参数</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
            <source>{0} s left</source>
            <translation>剩余 {0} 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/model_download.py" />
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
        <name>NeedsButton</name>
        <message>
            <source>Choose the parts that must finish first</source>
            <translation type="vanished">选择必须先完成的部分</translation>
        </message>
        <message>
            <source>Dependencies</source>
            <translation type="vanished">依赖项</translation>
        </message>
        <message>
            <source>Part {0} runs {1}</source>
            <translation type="vanished">第 {0} 部分{1}运行</translation>
        </message>
        <message>
            <source>Parts that come before</source>
            <translation type="vanished">需要先完成的部分</translation>
        </message>
        <message>
            <source>Which parts have to be done before this one</source>
            <translation type="vanished">必须先完成哪些部分</translation>
        </message>
        <message>
            <source>at once</source>
            <translation type="vanished">立即</translation>
        </message>
        <message>
            <source>right away</source>
            <translation type="vanished">立即</translation>
        </message>
    </context>
    <context>
        <name>NetworkLog</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
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
            <source>Host</source>
            <translation type="vanished">主机</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
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
            <source>Purpose</source>
            <translation type="vanished">用途</translation>
        </message>
        <message>
            <source>Question</source>
            <translation type="vanished">问题</translation>
        </message>
        <message>
            <source>Received</source>
            <translation type="vanished">接收</translation>
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
            <source>Sent</source>
            <translation type="vanished">发送</translation>
        </message>
        <message>
            <source>The requests so far can then no longer be looked up. This cannot be undone.</source>
            <translation type="vanished">此后将无法再查看至今的请求。此操作无法撤销。</translation>
        </message>
        <message>
            <source>Time</source>
            <translation type="vanished">时间</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>You won't be able to look up past requests. This can't be undone.</source>
            <translation>此后将无法再查看至今的请求。此操作无法撤销。</translation>
        </message>
        <message>
            <source>blocked</source>
            <translation type="vanished">已拒绝</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>blocked because you were offline</source>
            <translation>已拒绝，因为您处于离线状态</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>model</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
            <source>page</source>
            <translation>网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/network_log.py" />
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
            <source>Close the details (Esc)</source>
            <translation type="vanished">关闭详情 (Esc)</translation>
        </message>
        <message>
            <source>Copy all of this</source>
            <translation type="vanished">全部复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Details</source>
            <translation>详情</translation>
        </message>
    </context>
    <context>
        <name>NodeLine</name>
        <message>
            <source>after {0}</source>
            <translation type="vanished">在 {0} 之后</translation>
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
            <source>Copies the message and what a report needs</source>
            <translation type="vanished">复制此消息以及报告所需的内容</translation>
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
            <source>Something went wrong inside: {0}.</source>
            <translation type="vanished">内部出错：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/error_dialog.py" />
            <source>Something went wrong: {0}.</source>
            <translation>出现问题：{0}。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/widgets/error_dialog.py" />
            <source>Your chat is saved. See the log file for details, and please report it.</source>
            <translation>您的对话已保存。详情见日志文件，请报告此问题。</translation>
        </message>
        <message>
            <source>Your conversation is kept. The log file says more; please report it.</source>
            <translation type="vanished">对话已保存。详情见日志文件；请报告此问题。</translation>
        </message>
    </context>
    <context>
        <name>Notifier</name>
        <message>
            <source>1 needs your input</source>
            <translation type="vanished">1 个需要您处理</translation>
        </message>
        <message>
            <source>1 run has ended</source>
            <translation type="vanished">1 个运行已结束</translation>
        </message>
        <message>
            <source>1 task finished</source>
            <translation type="vanished">1 个任务已完成</translation>
        </message>
        <message>
            <source>1 waits for you</source>
            <translation type="vanished">1 个在等待您</translation>
        </message>
        <message>
            <source>A run has ended</source>
            <translation type="vanished">运行已结束</translation>
        </message>
        <message>
            <source>A run has ended without enough evidence</source>
            <translation type="vanished">运行已结束，但证据不足</translation>
        </message>
        <message>
            <source>A run has failed</source>
            <translation type="vanished">运行失败</translation>
        </message>
        <message>
            <source>A run waits for you</source>
            <translation type="vanished">有运行在等待您</translation>
        </message>
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
            <translation>有任务需要您处理</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>Answer ready</source>
            <translation>回答已就绪</translation>
        </message>
        <message>
            <source>{0} need your input</source>
            <translation type="vanished">{0} 个需要您处理</translation>
        </message>
        <message>
            <source>{0} runs have ended</source>
            <translation type="vanished">{0} 个运行已结束</translation>
        </message>
        <message>
            <source>{0} tasks finished</source>
            <translation type="vanished">{0} 个任务已完成</translation>
        </message>
        <message>
            <source>{0} wait for you</source>
            <translation type="vanished">{0} 个在等待您</translation>
        </message>
    </context>
    <context>
        <name>OfflineBanner</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Go online</source>
            <translation>联网</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Go online in this chat</source>
            <translation>在此对话中联网</translation>
        </message>
        <message>
            <source>Let it go online</source>
            <translation type="vanished">让它联网</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Offline. Nothing leaves this computer.</source>
            <translation>离线。任何内容都不会离开本机。</translation>
        </message>
        <message>
            <source>Offline: nothing is asked beyond this computer.</source>
            <translation type="vanished">离线：不会查询此计算机之外的任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>Set by {0}.</source>
            <translation>由 {0} 设定。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/composer.py" />
            <source>This chat is offline. Nothing leaves this computer.</source>
            <translation>此对话处于离线状态。任何内容都不会离开本机。</translation>
        </message>
        <message>
            <source>This chat is offline: it asks nothing beyond this computer.</source>
            <translation type="vanished">此对话已离线：不会查询此计算机之外的任何内容。</translation>
        </message>
    </context>
    <context>
        <name>OpenConversation</name>
        <message>
            <source>This question and its answer are not kept: {0}</source>
            <translation type="vanished">这个问题及其回答不会被保存：{0}</translation>
        </message>
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
        <message>
            <source>Set by {0}, which wins</source>
            <translation type="vanished">已由 {0} 设定，以其为准</translation>
        </message>
    </context>
    <context>
        <name>Options</name>
        <message>
            <source>A LanceDB table, as a folder or s3 address, that is searched as well</source>
            <translation type="vanished">同时搜索的 LanceDB 表，以文件夹或 s3 地址表示</translation>
        </message>
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
            <source>A long one, or one in the background, while you look at something else</source>
            <translation type="vanished">耗时较长或在后台、而您正在看别处的运行</translation>
        </message>
        <message>
            <source>A mirror of your own; empty is what this build names. Who signs stays the same</source>
            <translation type="vanished">自己的镜像；留空则使用此版本内置的地址。签名者不变</translation>
        </message>
        <message>
            <source>A model that is not in memory yet loads slowly</source>
            <translation type="vanished">尚未载入内存的模型加载较慢</translation>
        </message>
        <message>
            <source>A question that one fits is worked on by its steps</source>
            <translation type="vanished">适用模板的问题将按其步骤处理</translation>
        </message>
        <message>
            <source>A run is long from</source>
            <translation type="vanished">长时间运行的起点</translation>
        </message>
        <message>
            <source>A server may download files at its first start</source>
            <translation type="vanished">服务器首次启动时可能要下载文件</translation>
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
            <source>A step that takes longer is left out</source>
            <translation type="vanished">超时的步骤会被略过</translation>
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
            <source>Address of Anthropic</source>
            <translation type="vanished">Anthropic 地址</translation>
        </message>
        <message>
            <source>Address of Brave</source>
            <translation type="vanished">Brave 地址</translation>
        </message>
        <message>
            <source>Address of DuckDuckGo</source>
            <translation type="vanished">DuckDuckGo 地址</translation>
        </message>
        <message>
            <source>Address of Ollama</source>
            <translation type="vanished">Ollama 地址</translation>
        </message>
        <message>
            <source>Address of Tavily</source>
            <translation type="vanished">Tavily 地址</translation>
        </message>
        <message>
            <source>Address of the OpenAI-compatible server</source>
            <translation type="vanished">OpenAI 兼容服务器地址</translation>
        </message>
        <message>
            <source>Address of updates</source>
            <translation type="vanished">更新地址</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Address of your own server</source>
            <translation>您自己的服务器的地址</translation>
        </message>
        <message>
            <source>After challenges in a row</source>
            <translation type="vanished">连续遇到验证后</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Allow this many in one task</source>
            <translation>一个任务中最多允许的数量</translation>
        </message>
        <message>
            <source>Allowed hosts of your own network</source>
            <translation type="vanished">允许访问的内网主机</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Allowed local hosts</source>
            <translation>允许的本地主机</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Also search pages you have read and your discoveries</source>
            <translation>同时搜索已读网页和您的发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Also search this folder or s3:// address</source>
            <translation>同时搜索此文件夹或 s3:// 地址</translation>
        </message>
        <message>
            <source>Answer at once, then research</source>
            <translation type="vanished">先立即回答，再研究</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Answer first</source>
            <translation>先作答</translation>
        </message>
        <message>
            <source>Answer with the sources found so far when it is reached</source>
            <translation type="vanished">到达时限后，用已找到的来源作答</translation>
        </message>
        <message>
            <source>Answers if the model cannot: its name, or provider:name; empty is none</source>
            <translation type="vanished">当所选模型无法作答时由它回答：填写名称，或 提供方：名称；留空则无</translation>
        </message>
        <message>
            <source>Answers that have to agree for the others not to be waited for</source>
            <translation type="vanished">达到多少个一致的答案后不再等待其他成员</translation>
        </message>
        <message>
            <source>As Tesseract names them, such as eng+deu; empty leaves scanned pages unread</source>
            <translation type="vanished">按 Tesseract 的命名，例如 eng+deu；留空则不读取扫描页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ask a single model this many times</source>
            <translation>向同一模型提问的次数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Asked from top to bottom until one answers</source>
            <translation>从上到下依次询问，直到有引擎响应</translation>
        </message>
        <message>
            <source>Asks for a signed list and sends nothing about you; off makes no connection</source>
            <translation type="vanished">获取一份签名列表，不发送任何个人信息；关闭则不建立连接</translation>
        </message>
        <message>
            <source>Better order, but slower</source>
            <translation type="vanished">排序更好，但更慢</translation>
        </message>
        <message>
            <source>Block every connection beyond this computer</source>
            <translation type="vanished">阻止本机以外的一切连接</translation>
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
            <source>Bytes after decompression</source>
            <translation type="vanished">解压后的字节数</translation>
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
            <source>Checking rounds</source>
            <translation>核查轮数</translation>
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
            <source>Colours</source>
            <translation type="vanished">配色</translation>
        </message>
        <message>
            <source>Compare each cited statement with its source. Automatic: with models from 3B</source>
            <translation type="vanished">将每条带引用的陈述与来源对照。自动：模型不小于 3B 时启用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Compare each cited statement with its source. Automatic: with models of 3B or larger</source>
            <translation>将每条带引用的陈述与来源对照。自动：模型不小于 3B 时启用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Connection timeout</source>
            <translation>连接超时</translation>
        </message>
        <message>
            <source>Constant of the fusion</source>
            <translation type="vanished">融合常数</translation>
        </message>
        <message>
            <source>Context</source>
            <translation type="vanished">上下文</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Context window</source>
            <translation>上下文窗口</translation>
        </message>
        <message>
            <source>Deep research begins with a plain answer, and is never worse than that</source>
            <translation type="vanished">深度研究先给出一个直接的回答，结果绝不会比它更差</translation>
        </message>
        <message>
            <source>Deep research shows its plan before it runs, so that you can change it</source>
            <translation type="vanished">深度研究在执行前显示计划，以便您修改</translation>
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
            <source>Doubles each time, up to the longest rest</source>
            <translation type="vanished">每次翻倍，直至最长休息时间</translation>
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
            <source>Engines</source>
            <translation type="vanished">引擎</translation>
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
            <source>First word timeout</source>
            <translation type="vanished">首词超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>First-word timeout</source>
            <translation>首词超时</translation>
        </message>
        <message>
            <source>Folder of templates</source>
            <translation type="vanished">模板文件夹</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Follow a template when one fits the question</source>
            <translation>有合适的模板时按模板推理</translation>
        </message>
        <message>
            <source>Follow changes</source>
            <translation type="vanished">跟随更改</translation>
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
            <source>Forbids every connection but those to this computer</source>
            <translation type="vanished">禁止除本机之外的一切连接</translation>
        </message>
        <message>
            <source>Fusion</source>
            <translation type="vanished">融合方式</translation>
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
            <source>Give up when no more words arrive</source>
            <translation>不再有文字到达时放弃</translation>
        </message>
        <message>
            <source>Go on in the tray</source>
            <translation type="vanished">在托盘中继续</translation>
        </message>
        <message>
            <source>How a question is answered unless you say</source>
            <translation type="vanished">未另行指定时如何回答问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>How long to wait for the server</source>
            <translation>等待服务器的时间</translation>
        </message>
        <message>
            <source>How many a search gives</source>
            <translation type="vanished">一次搜索给出的数量</translation>
        </message>
        <message>
            <source>How many are asked for</source>
            <translation type="vanished">请求多少条结果</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>How many document passages to use</source>
            <translation>使用多少段文档内容</translation>
        </message>
        <message>
            <source>How many parts are worked on beside each other</source>
            <translation type="vanished">同时处理多少个部分</translation>
        </message>
        <message>
            <source>How many parts of documents to use</source>
            <translation type="vanished">使用多少段文档内容</translation>
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
            <source>How many work in the background side by side; others wait for their turn</source>
            <translation type="vanished">后台同时进行几个；其余的排队等候</translation>
        </message>
        <message>
            <source>How often a call is tried again before its reply</source>
            <translation type="vanished">收到回复之前，调用重试的次数</translation>
        </message>
        <message>
            <source>How often a model may search or read</source>
            <translation type="vanished">模型可搜索或阅读的次数</translation>
        </message>
        <message>
            <source>How often a model may search or read before it must answer</source>
            <translation type="vanished">模型在必须回答之前可搜索或读取的次数</translation>
        </message>
        <message>
            <source>How often the one model is asked where no members are named</source>
            <translation type="vanished">未指定成员时，同一模型被询问的次数</translation>
        </message>
        <message>
            <source>How often to verify and search again</source>
            <translation type="vanished">核实并再次搜索的次数</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Idle timeout</source>
            <translation>空闲超时</translation>
        </message>
        <message>
            <source>If it was long or in the background</source>
            <translation type="vanished">耗时较长或在后台运行时</translation>
        </message>
        <message>
            <source>In MiB; code that wants more is ended</source>
            <translation type="vanished">单位为 MiB；超出的代码会被终止</translation>
        </message>
        <message>
            <source>In MiB; larger ones are left out</source>
            <translation type="vanished">以 MiB 计；更大的文件不收录</translation>
        </message>
        <message>
            <source>In all, from the first connection on</source>
            <translation type="vanished">从首次连接起的总时间</translation>
        </message>
        <message>
            <source>In one run; 0 lets it begin none</source>
            <translation type="vanished">每次运行；0 表示不允许</translation>
        </message>
        <message>
            <source>In points; 0 follows the system</source>
            <translation type="vanished">以磅为单位；0 表示跟随系统</translation>
        </message>
        <message>
            <source>In the fusion with words, which have the rest; 0 leaves meaning out</source>
            <translation type="vanished">在与词语融合时的权重，其余归词语；0 表示不用含义</translation>
        </message>
        <message>
            <source>In the order they are asked: duckduckgo, tavily, brave, searxng</source>
            <translation type="vanished">按询问顺序：duckduckgo, tavily, brave, searxng</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Include web pages</source>
            <translation>包括网页</translation>
        </message>
        <message>
            <source>Index files anew as they change</source>
            <translation type="vanished">文件更改时重新建立索引</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Index files when they change</source>
            <translation>文件更改时更新索引</translation>
        </message>
        <message>
            <source>Index made elsewhere</source>
            <translation type="vanished">在别处建立的索引</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Index storage</source>
            <translation>索引存储</translation>
        </message>
        <message>
            <source>Index the pages that were read, and what was found</source>
            <translation type="vanished">为读过的网页和发现建立索引</translation>
        </message>
        <message>
            <source>It allows a few searches when none is stored</source>
            <translation type="vanished">未存密钥时，它允许少量搜索</translation>
        </message>
        <message>
            <source>Its address; empty leaves it out</source>
            <translation type="vanished">其地址；留空则不使用</translation>
        </message>
        <message>
            <source>Its free plan allows one a second</source>
            <translation type="vanished">其免费方案每秒允许一次</translation>
        </message>
        <message>
            <source>Its interface for programs</source>
            <translation type="vanished">其程序接口</translation>
        </message>
        <message>
            <source>Its name; empty picks one that Ollama has</source>
            <translation type="vanished">模型名称；留空则选用 Ollama 已有的</translation>
        </message>
        <message>
            <source>Its page without scripts</source>
            <translation type="vanished">其无脚本页面</translation>
        </message>
        <message>
            <source>Joins words and meaning by their scores, or by ranks alone (Reciprocal Rank Fusion)</source>
            <translation type="vanished">按得分合并词语和语义的结果，或仅按名次合并（倒数排名融合）</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Keep running in the tray</source>
            <translation>在托盘中继续运行</translation>
        </message>
        <message>
            <source>Keeps everything still; off follows the system where it tells</source>
            <translation type="vanished">让一切保持静止；关闭时在系统提供时跟随系统</translation>
        </message>
        <message>
            <source>LanceDB is an extra for over 100,000 passages; taken at the next start</source>
            <translation type="vanished">LanceDB 是适用于超过 100,000 个段落的扩展；下次启动时生效</translation>
        </message>
        <message>
            <source>LanceDB suits large collections. Restart to apply</source>
            <translation type="vanished">LanceDB 适合大型文档集。重启后生效</translation>
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
            <source>Languages of scans</source>
            <translation type="vanished">扫描件的语言</translation>
        </message>
        <message>
            <source>Largest file</source>
            <translation type="vanished">最大文件</translation>
        </message>
        <message>
            <source>Largest page</source>
            <translation type="vanished">网页大小上限</translation>
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
            <source>Length of a passage</source>
            <translation type="vanished">段落长度</translation>
        </message>
        <message>
            <source>Let models read these hosts in your own network, such as wiki.local:8080</source>
            <translation type="vanished">允许模型读取您网络中的这些主机，例如 wiki.local:8080</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Let models read these hosts on your network, such as wiki.local:8080</source>
            <translation>允许模型读取您网络中的这些主机，例如 wiki.local:8080</translation>
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
            <source>Lets it put the best passages in order, which takes some seconds a search</source>
            <translation type="vanished">由它排列最佳段落，每次搜索需数秒</translation>
        </message>
        <message>
            <source>Light, dark, or as the system has it</source>
            <translation type="vanished">浅色、深色或跟随系统</translation>
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
            <source>Longest call of a tool</source>
            <translation type="vanished">工具调用的最长时间</translation>
        </message>
        <message>
            <source>Longest reply</source>
            <translation type="vanished">回复长度上限</translation>
        </message>
        <message>
            <source>Longest rest</source>
            <translation type="vanished">最长休息时间</translation>
        </message>
        <message>
            <source>Longest sleep</source>
            <translation type="vanished">最长休眠</translation>
        </message>
        <message>
            <source>Longest start of a server</source>
            <translation type="vanished">服务器启动的最长时间</translation>
        </message>
        <message>
            <source>Look once a day for a newer version</source>
            <translation type="vanished">每天查找一次新版本</translation>
        </message>
        <message>
            <source>Look up what a template takes as known</source>
            <translation type="vanished">查找模板视为已知的内容</translation>
        </message>
        <message>
            <source>Low is steady, high is varied; unset leaves it to the model</source>
            <translation type="vanished">低则稳定，高则多变；未设定则由模型决定</translation>
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
            <source>Members</source>
            <translation type="vanished">成员</translation>
        </message>
        <message>
            <source>Members that disagree are shown each other's answers, once</source>
            <translation type="vanished">意见不一的成员会互相看到一次对方的答案</translation>
        </message>
        <message>
            <source>Memory for code</source>
            <translation type="vanished">代码的内存</translation>
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
            <source>Models that are asked the same, one a line: model, provider/model, or with the address of another host behind an @; with fewer than two, one model is asked several times</source>
            <translation type="vanished">被问同一问题的模型，每行一个：model、provider/model，或在 @ 后加另一台主机的地址；少于两个时，同一模型会被多次询问</translation>
        </message>
        <message>
            <source>More tasks wait in a queue</source>
            <translation type="vanished">更多任务排队等待</translation>
        </message>
        <message>
            <source>Most parts that deep research makes of a question</source>
            <translation type="vanished">深度研究将一个问题最多分成多少部分</translation>
        </message>
        <message>
            <source>Most rounds of verifier and searcher</source>
            <translation type="vanished">核验与搜索的最多轮数</translation>
        </message>
        <message>
            <source>Most that are followed</source>
            <translation type="vanished">最多跟随的次数</translation>
        </message>
        <message>
            <source>Most tokens of conversation and sources that a model is given; more needs memory</source>
            <translation type="vanished">提供给模型的对话和来源的最多 token 数；越多越占内存</translation>
        </message>
        <message>
            <source>Most tokens of one</source>
            <translation type="vanished">一个段落的最多 token 数</translation>
        </message>
        <message>
            <source>Most tokens of one reply</source>
            <translation type="vanished">单次回复的最多 token 数</translation>
        </message>
        <message>
            <source>Mostly ends with /v1</source>
            <translation type="vanished">大多以 /v1 结尾</translation>
        </message>
        <message>
            <source>Name of the model; empty picks an installed one</source>
            <translation type="vanished">模型名称；留空则选用一个已安装的</translation>
        </message>
        <message>
            <source>Network switched off</source>
            <translation type="vanished">关闭网络</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Nothing about you is sent</source>
            <translation>不会发送任何关于您的信息</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Notify me if a task takes longer than</source>
            <translation>任务耗时更长时通知我</translation>
        </message>
        <message>
            <source>Notify me if a task took longer</source>
            <translation type="vanished">任务耗时更长时通知我</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Notify me when a task finishes</source>
            <translation>任务完成时通知我</translation>
        </message>
        <message>
            <source>Of the window; taken at the next start</source>
            <translation type="vanished">窗口的语言；下次启动时生效</translation>
        </message>
        <message>
            <source>Of your own reasoning templates; empty is a folder of the program</source>
            <translation type="vanished">存放您自己的推理模板；留空则为程序的文件夹</translation>
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
            <source>Order by the chat model</source>
            <translation type="vanished">由聊天模型排序</translation>
        </message>
        <message>
            <source>Overlap</source>
            <translation type="vanished">重叠</translation>
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
            <source>Pages and discoveries</source>
            <translation type="vanished">网页和发现</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Panel timeout</source>
            <translation>模型组超时</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Parts at a time</source>
            <translation>同时处理的部分</translation>
        </message>
        <message>
            <source>Parts at once</source>
            <translation type="vanished">同时处理的部分</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Parts of a plan</source>
            <translation>计划的部分</translation>
        </message>
        <message>
            <source>Passages found</source>
            <translation type="vanished">找到的段落</translation>
        </message>
        <message>
            <source>Pause between searches at Brave</source>
            <translation type="vanished">Brave 搜索间隔</translation>
        </message>
        <message>
            <source>Pause between searches at DuckDuckGo</source>
            <translation type="vanished">DuckDuckGo 搜索间隔</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Provider</source>
            <translation>服务方</translation>
        </message>
        <message>
            <source>Quorum</source>
            <translation type="vanished">法定数量</translation>
        </message>
        <message>
            <source>Rank results with the model</source>
            <translation type="vanished">由模型排序</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reasoning templates</source>
            <translation>推理模板</translation>
        </message>
        <message>
            <source>Redirects</source>
            <translation type="vanished">重定向</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Reduce motion</source>
            <translation>减少动画</translation>
        </message>
        <message>
            <source>Reduced motion</source>
            <translation type="vanished">减少动态效果</translation>
        </message>
        <message>
            <source>Region of DuckDuckGo</source>
            <translation type="vanished">DuckDuckGo 地区</translation>
        </message>
        <message>
            <source>Remember results</source>
            <translation type="vanished">记住结果</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Repeat the end of each part in the next</source>
            <translation>在下一段中重复上一段的结尾</translation>
        </message>
        <message>
            <source>Rest after a challenge</source>
            <translation type="vanished">遇到验证后的休息时间</translation>
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
            <source>Reviewer compares sentences with their sources</source>
            <translation type="vanished">评审者将句子与来源比对</translation>
        </message>
        <message>
            <source>Rounds of checks</source>
            <translation type="vanished">核查轮数</translation>
        </message>
        <message>
            <source>Rounds of the team</source>
            <translation type="vanished">团队轮数</translation>
        </message>
        <message>
            <source>Rounds of tools</source>
            <translation type="vanished">工具轮数</translation>
        </message>
        <message>
            <source>Runs at once</source>
            <translation type="vanished">同时运行数</translation>
        </message>
        <message>
            <source>Runs that a model may begin</source>
            <translation type="vanished">模型可启动的后台运行</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Sample from this share of the likeliest words</source>
            <translation>从这一比例的候选词中取样</translation>
        </message>
        <message>
            <source>Sample from this share of the likely words</source>
            <translation type="vanished">从这一比例的候选词中取样</translation>
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
            <source>Seconds after which a run that sleeps goes on</source>
            <translation type="vanished">休眠的运行最多等待的秒数</translation>
        </message>
        <message>
            <source>Seconds from which on you are told of its end</source>
            <translation type="vanished">超过多少秒后在结束时通知您</translation>
        </message>
        <message>
            <source>Seconds that a tool may take</source>
            <translation type="vanished">一个工具最多可用的秒数</translation>
        </message>
        <message>
            <source>Seconds that it may take to start; the first time some load what they need</source>
            <translation type="vanished">启动最多可用的秒数；有些服务器首次启动时会加载所需内容</translation>
        </message>
        <message>
            <source>Share of the likely words to choose from; unset leaves it to the model</source>
            <translation type="vanished">从多大比例的可能词语中选择；不设则由模型决定</translation>
        </message>
        <message>
            <source>Shorter pauses bring challenges sooner</source>
            <translation type="vanished">间隔越短，越容易遇到验证</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Show the plan for a deep question before it runs</source>
            <translation>深入问题开始前先显示计划</translation>
        </message>
        <message>
            <source>Show the plan of a deep question before it starts</source>
            <translation type="vanished">深入问题开始前先显示计划</translation>
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
            <source>Sort with the model</source>
            <translation type="vanished">由模型排序</translation>
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
            <source>Stop code that runs longer</source>
            <translation type="vanished">停止运行更久的代码</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Stop code that runs longer than this</source>
            <translation>停止运行更久的代码</translation>
        </message>
        <message>
            <source>Stop code that uses more</source>
            <translation type="vanished">停止占用更多内存的代码</translation>
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
            <source>Store of the index</source>
            <translation type="vanished">索引的存储</translation>
        </message>
        <message>
            <source>Strategy</source>
            <translation type="vanished">策略</translation>
        </message>
        <message>
            <source>Strict: only pages from you, a search or the same site</source>
            <translation type="vanished">严格：仅限您给出的、搜索到的或同一网站的网页</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Strict: only pages you name, search results, and other pages on those sites</source>
            <translation>严格：仅限您给出的、搜索到的或同一网站的网页</translation>
        </message>
        <message>
            <source>Strict: only what you, a search or a page's own site named</source>
            <translation type="vanished">严格：仅限你、搜索结果或网页自身站点给出的地址</translation>
        </message>
        <message>
            <source>Such as de-de; wt-wt for all regions</source>
            <translation type="vanished">例如 de-de；wt-wt 表示所有地区</translation>
        </message>
        <message>
            <source>Such as de-de; wt-wt is none</source>
            <translation type="vanished">例如 de-de；wt-wt 表示不限</translation>
        </message>
        <message>
            <source>Such as ollama/qwen3:8b. Add @ and a URL for another host</source>
            <translation type="vanished">例如 ollama/qwen3:8b。其他主机请加 @ 和地址</translation>
        </message>
        <message>
            <source>Suggest follow-up questions</source>
            <translation type="vanished">建议后续问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Suggest up to three questions below an answer</source>
            <translation>在回答下方建议最多三个问题</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Tasks at a time</source>
            <translation>同时进行的任务</translation>
        </message>
        <message>
            <source>Tasks at once</source>
            <translation type="vanished">同时进行的任务</translation>
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
            <source>Tell when a run has ended</source>
            <translation type="vanished">运行结束时通知</translation>
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
            <source>The k of Reciprocal Rank Fusion; the higher, the less the first places count</source>
            <translation type="vanished">倒数排名融合的 k；越大，名次靠前的影响越小</translation>
        </message>
        <message>
            <source>The model that reviews a draft also says whether each cited sentence is in its source; auto leaves it out for models under 3 billion parameters</source>
            <translation type="vanished">评审草稿的模型还会判断每个带引用的句子是否见于其来源；“自动”时，参数少于 30 亿的模型不做此判断</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>The page that works without JavaScript</source>
            <translation>无脚本的页面</translation>
        </message>
        <message>
            <source>The same search is not sent again for so long; 0 turns it off</source>
            <translation type="vanished">在此期间不再发送相同的搜索；0 表示关闭</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>Then ask the next engine</source>
            <translation type="vanished">之后询问下一个引擎</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Thinking</source>
            <translation>思考</translation>
        </message>
        <message>
            <source>Time for a step of a template</source>
            <translation type="vanished">模板单个步骤的时间</translation>
        </message>
        <message>
            <source>Time for a template</source>
            <translation type="vanished">模板的时间</translation>
        </message>
        <message>
            <source>Time for an answer</source>
            <translation type="vanished">回答时限</translation>
        </message>
        <message>
            <source>Time for code</source>
            <translation type="vanished">代码的时间</translation>
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
            <source>Tokens that two passages of a long text share</source>
            <translation type="vanished">长文本中两个段落共有的 token 数</translation>
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
            <source>Try again before the first word</source>
            <translation type="vanished">首词到达前可重试</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Turn animations off</source>
            <translation>关闭动画</translation>
        </message>
        <message>
            <source>Until a silent model is given up</source>
            <translation type="vanished">超过此时间没有输出则放弃模型</translation>
        </message>
        <message>
            <source>Until it is left out</source>
            <translation type="vanished">超过后不再等待</translation>
        </message>
        <message>
            <source>Until the connection is made</source>
            <translation type="vanished">直至建立连接</translation>
        </message>
        <message>
            <source>Until the next one is asked</source>
            <translation type="vanished">超过此时间则询问下一个</translation>
        </message>
        <message>
            <source>Up to three below an answer; the reviewer writes them in the same reply</source>
            <translation type="vanished">回答下方最多三个；由审阅者在同一回复中写出</translation>
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
            <source>Wait between words</source>
            <translation type="vanished">等待后续输出</translation>
        </message>
        <message>
            <source>Wait for a member</source>
            <translation type="vanished">等待成员的时间</translation>
        </message>
        <message>
            <source>Wait for a page</source>
            <translation type="vanished">等待网页</translation>
        </message>
        <message>
            <source>Wait for an engine</source>
            <translation type="vanished">等待引擎</translation>
        </message>
        <message>
            <source>Wait for the first word</source>
            <translation type="vanished">等待首个输出</translation>
        </message>
        <message>
            <source>Wait for the server</source>
            <translation type="vanished">等待服务器</translation>
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
            <source>Weight of meaning</source>
            <translation type="vanished">含义的权重</translation>
        </message>
        <message>
            <source>What is not done by then is left out</source>
            <translation type="vanished">届时未完成的部分会被略过</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>When it is reached, answer with the sources found so far</source>
            <translation>到达时限后，用已找到的来源作答</translation>
        </message>
        <message>
            <source>When it is spent, the code is ended</source>
            <translation type="vanished">时间用尽后，代码会被终止</translation>
        </message>
        <message>
            <source>When it is spent, what is there is used</source>
            <translation type="vanished">用完时，用已有内容作答</translation>
        </message>
        <message>
            <source>When the window is closed while runs or scheduled questions are to come</source>
            <translation type="vanished">关闭窗口时若仍有运行或定时提问</translation>
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
            <source>Whether a model that can think does so; automatic leaves it to the model</source>
            <translation type="vanished">能思考的模型是否思考；自动则由模型决定</translation>
        </message>
        <message>
            <source>Whether their tools are offered to models</source>
            <translation type="vanished">是否向模型提供它们的工具</translation>
        </message>
        <message>
            <source>Who makes the vectors for it; without one, documents are searched by words alone</source>
            <translation type="vanished">由谁生成所需的向量；没有时仅按词语搜索文档</translation>
        </message>
        <message>
            <source>Who runs the model; without one, pages are quoted</source>
            <translation type="vanished">由谁运行模型；没有模型时引用网页原文</translation>
        </message>
        <message>
            <source>Without /v1 at its end</source>
            <translation type="vanished">末尾不带 /v1</translation>
        </message>
        <message>
            <source>Without it, only words are searched</source>
            <translation type="vanished">不启用时只按字词搜索</translation>
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
            <source>Your documents are searched for each of its facts</source>
            <translation type="vanished">会在您的文档中搜索其中的每条事实</translation>
        </message>
        <message>
            <source>Your own SearXNG</source>
            <translation type="vanished">自建的 SearXNG</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Your own mirror</source>
            <translation>您自己的镜像</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Your own reasoning templates</source>
            <translation>您自己的推理模板</translation>
        </message>
        <message>
            <source>host or host:port, by commas; all others there are never read</source>
            <translation type="vanished">主机或 主机:端口，以逗号分隔；内网其他主机一律不读取</translation>
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
            <source>Compare</source>
            <translation type="vanished">对比</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Knowledge</source>
            <translation type="vanished">知识库</translation>
        </message>
        <message>
            <source>Loading documents…</source>
            <translation type="vanished">正在加载文档…</translation>
        </message>
        <message>
            <source>Loading tasks…</source>
            <translation type="vanished">正在加载任务…</translation>
        </message>
        <message>
            <source>Looking at your documents…</source>
            <translation type="vanished">正在查看您的文档…</translation>
        </message>
        <message>
            <source>Looking for runs…</source>
            <translation type="vanished">正在查找运行…</translation>
        </message>
        <message>
            <source>Replay</source>
            <translation type="vanished">回放</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation type="vanished">运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/main_window.py" />
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
    </context>
    <context>
        <name>PartRow</name>
        <message>
            <source>How part {0} is worked on</source>
            <translation type="vanished">第 {0} 部分的处理方式</translation>
        </message>
        <message>
            <source>Method for part {0}</source>
            <translation type="vanished">第 {0} 部分的方法</translation>
        </message>
        <message>
            <source>Move part {0} down (Alt+Down)</source>
            <translation type="vanished">下移第 {0} 部分（Alt+Down）</translation>
        </message>
        <message>
            <source>Move part {0} up (Alt+Up)</source>
            <translation type="vanished">上移第 {0} 部分（Alt+Up）</translation>
        </message>
        <message>
            <source>Question for part {0}</source>
            <translation type="vanished">第 {0} 部分的问题</translation>
        </message>
        <message>
            <source>Question of part {0}</source>
            <translation type="vanished">第 {0} 部分的问题</translation>
        </message>
        <message>
            <source>Remove part {0}</source>
            <translation type="vanished">移除第 {0} 部分</translation>
        </message>
        <message>
            <source>What is to be found out here</source>
            <translation type="vanished">此处要弄清的内容</translation>
        </message>
        <message>
            <source>What to find out</source>
            <translation type="vanished">要查明的内容</translation>
        </message>
    </context>
    <context>
        <name>Plan</name>
        <message>
            <source>Ask the model, or several models that must agree</source>
            <translation type="vanished">询问模型，或询问必须一致的多个模型</translation>
        </message>
        <message>
            <source>Asks the model, or several that have to agree</source>
            <translation type="vanished">询问模型，或询问多个须意见一致的模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Before: {0}</source>
            <translation>之前：{0}</translation>
        </message>
        <message>
            <source>By code that ran</source>
            <translation type="vanished">由已运行的代码得出</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Compute</source>
            <translation>计算</translation>
        </message>
        <message>
            <source>Computed anew: {0}</source>
            <translation type="vanished">重新计算：{0}</translation>
        </message>
        <message>
            <source>Lead over the next answer: {0}</source>
            <translation type="vanished">领先下一答案：{0}</translation>
        </message>
        <message>
            <source>Lets the model write code that computes it, and runs that</source>
            <translation type="vanished">让模型编写计算代码并运行</translation>
        </message>
        <message>
            <source>Lets the model write code that tries it out many times, and runs that</source>
            <translation type="vanished">让模型编写多次试验的代码并运行</translation>
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
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Plan</source>
            <translation>计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
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
            <source>Recalculation: another value</source>
            <translation type="vanished">重新计算：得到另一个值</translation>
        </message>
        <message>
            <source>Recalculation: could not be checked</source>
            <translation type="vanished">重新计算：无法核对</translation>
        </message>
        <message>
            <source>Recalculation: different</source>
            <translation type="vanished">重新计算：结果不同</translation>
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
            <source>Recalculation: ok</source>
            <translation type="vanished">重新计算：一致</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Recalculation: same result</source>
            <translation>重新计算：结果相同</translation>
        </message>
        <message>
            <source>Search the web and your documents</source>
            <translation type="vanished">搜索网页和您的文档</translation>
        </message>
        <message>
            <source>Searches the web and your documents</source>
            <translation type="vanished">搜索网络和您的文档</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Simulate</source>
            <translation>模拟</translation>
        </message>
        <message>
            <source>Swarm: they agree</source>
            <translation type="vanished">群体：意见一致</translation>
        </message>
        <message>
            <source>Swarm: they disagree</source>
            <translation type="vanished">群体：意见不一</translation>
        </message>
        <message>
            <source>Swarm: {0}</source>
            <translation type="vanished">群体：{0}</translation>
        </message>
        <message>
            <source>They were shown each other's answers once</source>
            <translation type="vanished">已互相看过一次对方的答案</translation>
        </message>
        <message>
            <source>Think through</source>
            <translation type="vanished">思考</translation>
        </message>
        <message>
            <source>Used: {0}</source>
            <translation type="vanished">采用：{0}</translation>
        </message>
        <message>
            <source>Was: {0}</source>
            <translation type="vanished">原为：{0}</translation>
        </message>
        <message>
            <source>Without code that ran</source>
            <translation type="vanished">没有代码运行</translation>
        </message>
        <message>
            <source>Write and run code that computes it</source>
            <translation type="vanished">编写并运行计算代码</translation>
        </message>
        <message>
            <source>Write and run code that simulates it many times</source>
            <translation type="vanished">编写并运行多次模拟的代码</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
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
            <source>not begun</source>
            <translation type="vanished">未开始</translation>
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
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} of 1 part</source>
            <translation>{0}/1 个部分</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} of {1} answers agree</source>
            <translation>{1} 个答案中有 {0} 个一致</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} of {1} parts</source>
            <translation>{0}/{1} 个部分</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} · waiting for you</source>
            <translation>{0} · 等待您处理</translation>
        </message>
        <message>
            <source>{0} · waits for you</source>
            <translation type="vanished">{0} · 等待您</translation>
        </message>
    </context>
    <context>
        <name>PlanEditor</name>
        <message>
            <source>Parts of the plan</source>
            <translation type="vanished">计划的各部分</translation>
        </message>
    </context>
    <context>
        <name>PlanReview</name>
        <message>
            <source>Add a part</source>
            <translation type="vanished">添加一个部分</translation>
        </message>
        <message>
            <source>End the run without an answer from the plan</source>
            <translation type="vanished">结束运行，不按计划作答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>One part per line; in brackets its method ({0}) and the parts it needs.</source>
            <translation>每行一个部分；方括号中是其方法（{0}）和所依赖的部分。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Parts of the plan</source>
            <translation>计划的各部分</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Paused until you decide. The timer is stopped.</source>
            <translation>已暂停，等待您决定。计时已停止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Plan ready for review</source>
            <translation>待审阅的计划</translation>
        </message>
        <message>
            <source>Plan to look over</source>
            <translation type="vanished">待审阅的计划</translation>
        </message>
        <message>
            <source>Plan to review</source>
            <translation type="vanished">待审阅的计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Review the plan</source>
            <translation>审阅计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Review the plan (template “{0}”)</source>
            <translation>审阅计划（模板“{0}”）</translation>
        </message>
        <message>
            <source>Run as it was</source>
            <translation type="vanished">按原计划运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Run original</source>
            <translation>运行原计划</translation>
        </message>
        <message>
            <source>Run the plan as it was made, without your changes</source>
            <translation type="vanished">按原样执行计划，不采用您的修改</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Run the plan without your changes</source>
            <translation>不带您的更改运行计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Run this plan</source>
            <translation>执行此计划</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Run this plan (Ctrl+Enter)</source>
            <translation>执行此计划（Ctrl+Enter）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>Stop without an answer</source>
            <translation>停止，不给出回答</translation>
        </message>
        <message>
            <source>The run waits for you; its time stands still.</source>
            <translation type="vanished">运行正在等待您，计时已暂停。</translation>
        </message>
        <message>
            <source>This is the plan, from the template “{0}”. Shall it run?</source>
            <translation type="vanished">这是来自模板“{0}”的计划。要执行吗？</translation>
        </message>
        <message>
            <source>This is the plan. Shall it run?</source>
            <translation type="vanished">这是计划。要执行吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/plan_editor.py" />
            <source>part {0} has the unknown method {1}</source>
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
            <source>Runs go on. “Quit” in the menu of this icon ends the program.</source>
            <translation type="vanished">运行会继续。此图标菜单中的“退出”会结束程序。</translation>
        </message>
        <message>
            <source>Still running. To quit, use the menu of this icon.</source>
            <translation type="vanished">程序仍在运行。要退出,请使用此图标的菜单。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>Still running. To quit, use this icon's menu.</source>
            <translation>程序仍在运行。要退出,请使用此图标的菜单。</translation>
        </message>
    </context>
    <context>
        <name>ProblemsDialog</name>
        <message>
            <source>Copies the files with their reasons</source>
            <translation type="vanished">复制文件及其原因</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation type="vanished">复制</translation>
        </message>
        <message>
            <source>Copy all</source>
            <translation type="vanished">全部复制</translation>
        </message>
        <message>
            <source>Ctrl+C copies the chosen ones</source>
            <translation type="vanished">Ctrl+C 复制所选项</translation>
        </message>
        <message>
            <source>Everything else of these folders is indexed and can be found.</source>
            <translation type="vanished">这些文件夹中的其他内容都已建立索引，可以找到。</translation>
        </message>
        <message>
            <source>Files not read, or only in part</source>
            <translation type="vanished">未读取或仅部分读取的文件</translation>
        </message>
        <message>
            <source>Files that could not be read</source>
            <translation type="vanished">无法读取的文件</translation>
        </message>
    </context>
    <context>
        <name>ProgressLine</name>
        <message>
            <source>1 page read</source>
            <translation type="vanished">已读取 1 个网页</translation>
        </message>
        <message>
            <source>1 search attempt</source>
            <translation type="vanished">1 次搜索尝试</translation>
        </message>
        <message>
            <source>Beginning in the background: {0}</source>
            <translation type="vanished">正在后台开始：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Checking citations…</source>
            <translation>正在核查引用…</translation>
        </message>
        <message>
            <source>Checking the draft…</source>
            <translation type="vanished">正在检查草稿…</translation>
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
            <source>Comparing the answer with the evidence…</source>
            <translation type="vanished">正在将回答与证据对照…</translation>
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
            <source>Computing the number anew…</source>
            <translation type="vanished">正在重新计算数值…</translation>
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
            <source>Keeping a discovery</source>
            <translation type="vanished">正在保存发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/answer_view.py" />
            <source>Offline</source>
            <translation>离线</translation>
        </message>
        <message>
            <source>Opens the reasoning panel</source>
            <translation type="vanished">打开推理面板</translation>
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
            <source>Show the reasoning (Ctrl+R)</source>
            <translation type="vanished">显示推理过程 (Ctrl+R)</translation>
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
            <source>Verifying that enough is known…</source>
            <translation type="vanished">正在核实信息是否足够…</translation>
        </message>
        <message>
            <source>Waiting for you to look the plan over</source>
            <translation type="vanished">等待您审阅计划</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Waiting for you to review the plan</source>
            <translation>等待您审阅计划</translation>
        </message>
        <message>
            <source>Waiting for your leave to use {0}</source>
            <translation type="vanished">等待您允许使用 {0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Waiting for your permission to use {0}</source>
            <translation>等待您许可使用 {0}</translation>
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
        <message>
            <source>{0} pages read</source>
            <translation type="vanished">已读取 {0} 个网页</translation>
        </message>
        <message>
            <source>{0} search attempts</source>
            <translation type="vanished">{0} 次搜索尝试</translation>
        </message>
    </context>
    <context>
        <name>QuestionBar</name>
        <message>
            <source>Compare answers</source>
            <translation type="vanished">比较回答</translation>
        </message>
        <message>
            <source>Compare with another answer</source>
            <translation type="vanished">与另一个回答对比</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Copy question</source>
            <translation>复制问题</translation>
        </message>
        <message>
            <source>Copy the question</source>
            <translation type="vanished">复制问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/question_view.py" />
            <source>Edit and ask again</source>
            <translation>编辑并重新提问</translation>
        </message>
        <message>
            <source>Edit the question and ask again</source>
            <translation type="vanished">编辑问题并重新提问</translation>
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
            <source>Show the next version</source>
            <translation type="vanished">显示下一个版本</translation>
        </message>
        <message>
            <source>Show the rest of this long question</source>
            <translation type="vanished">显示这个长问题的其余部分</translation>
        </message>
        <message>
            <source>Show the version before</source>
            <translation type="vanished">显示上一个版本</translation>
        </message>
        <message>
            <source>Show the whole question</source>
            <translation type="vanished">显示完整问题</translation>
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
            <source>Ask anything that you want to check</source>
            <translation type="vanished">提出任何想核实的问题</translation>
        </message>
        <message>
            <source>Enter sends, Shift+Enter begins a new line, / shows commands</source>
            <translation type="vanished">Enter 发送，Shift+Enter 换行，/ 显示命令</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_edit.py" />
            <source>Enter to send, Shift+Enter for a new line</source>
            <translation>Enter 发送，Shift+Enter 换行</translation>
        </message>
        <message>
            <source>Enter to send, Shift+Enter for a new line, / for commands</source>
            <translation type="vanished">Enter 发送，Shift+Enter 换行，/ 显示命令</translation>
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
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Edit</source>
            <translation>编辑</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Edit the queued question</source>
            <translation>编辑排队的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Next</source>
            <translation>下一个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Next, {0} queued</source>
            <translation>下一个，队列中有 {0} 个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Queued questions</source>
            <translation>排队的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Queued, not sent yet</source>
            <translation>已排队，尚未发送</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Remove the queued question</source>
            <translation>移除排队的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Send the next one</source>
            <translation>发送下一个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>Send the next one (Enter in an empty field)</source>
            <translation>发送下一个（在空白输入框中按 Enter）</translation>
        </message>
        <message>
            <source>Send the next one (Enter in the empty field)</source>
            <translation type="vanished">发送下一个（在空白输入框中按 Enter）</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
            <source>{0} attached</source>
            <translation>{0} 个附件</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/question_queue.py" />
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
            <source>1 host</source>
            <translation type="vanished">1 个主机</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 model call</source>
            <translation>1 次模型调用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>1 page</source>
            <translation>1 个网页</translation>
        </message>
        <message>
            <source>1 page read</source>
            <translation type="vanished">已读取 1 个网页</translation>
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
            <source>1 search attempt</source>
            <translation type="vanished">1 次搜索尝试</translation>
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
            <source>1 tool call</source>
            <translation type="vanished">1 次工具调用</translation>
        </message>
        <message>
            <source>A second agent criticises the draft; 2 to 6 model calls</source>
            <translation type="vanished">由第二个代理评审草稿；2 到 6 次模型调用</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>A second agent reviews the draft, 2 to 6 calls</source>
            <translation>由第二个智能体审阅草稿，2 到 6 次调用</translation>
        </message>
        <message>
            <source>A verifier, a searcher and an answerer take turns; 2 to 10 model calls</source>
            <translation type="vanished">核验者、搜索者和回答者轮流工作；2 到 10 次模型调用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <location filename="../../resources/labels.toml" />
            <source>Answer</source>
            <translation>回答</translation>
        </message>
        <message>
            <source>Answerer</source>
            <translation type="vanished">回答者</translation>
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
            <source>Chooses by the question, and by whether there is a model</source>
            <translation type="vanished">根据问题以及是否有模型来选择</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Chooses the mode for each question</source>
            <translation>为每个问题选择模式</translation>
        </message>
        <message>
            <source>Consulter</source>
            <translation type="vanished">评审者</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Context shortened</source>
            <translation>上下文已缩短</translation>
        </message>
        <message>
            <source>Critique, as it was written</source>
            <translation type="vanished">评审原文</translation>
        </message>
        <message>
            <source>Critique: ok</source>
            <translation type="vanished">评审：通过</translation>
        </message>
        <message>
            <source>Critique: remarks, the draft stands</source>
            <translation type="vanished">评审：有意见，草稿保留</translation>
        </message>
        <message>
            <source>Critique: revise</source>
            <translation type="vanished">评审：需修改</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Deep</source>
            <translation>深度</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Draft</source>
            <translation>草稿</translation>
        </message>
        <message>
            <source>Ended without enough evidence for an answer</source>
            <translation type="vanished">结束时证据不足，无法回答</translation>
        </message>
        <message>
            <source>Evidence</source>
            <translation type="vanished">证据</translation>
        </message>
        <message>
            <source>Extracts the answer from pages and quotes them; no model call</source>
            <translation type="vanished">从网页提取答案并引用原文；不调用模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Fast</source>
            <translation>快速</translation>
        </message>
        <message>
            <source>Fault: {0}</source>
            <translation type="vanished">缺陷：{0}</translation>
        </message>
        <message>
            <source>Goes on</source>
            <translation type="vanished">继续进行</translation>
        </message>
        <message>
            <source>Insufficient evidence: nothing that was found is sure enough</source>
            <translation type="vanished">证据不足：找到的内容都不够确定</translation>
        </message>
        <message>
            <source>Keep a discovery: {0}</source>
            <translation type="vanished">保存发现：{0}</translation>
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
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Mode: {0}</source>
            <translation>模式：{0}</translation>
        </message>
        <message>
            <source>Network</source>
            <translation type="vanished">网络</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Not enough evidence</source>
            <translation>证据不足</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Not reviewed: {0}</source>
            <translation>未评审：{0}</translation>
        </message>
        <message>
            <source>Numeric verifier</source>
            <translation type="vanished">数值核对者</translation>
        </message>
        <message>
            <source>One agent with its tools; 1 to 4 model calls</source>
            <translation type="vanished">一个代理使用工具；1 到 4 次模型调用</translation>
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
            <source>Plans the question in parts and works on them side by side, with code and checks; 3 to about 40 model calls, up to all of its time</source>
            <translation type="vanished">将问题分成多个部分并行处理，辅以代码和核对；3 到约 40 次模型调用，最多用完全部时间</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Plans, researches each part and checks the result; takes minutes</source>
            <translation>制定计划、分部分研究并检查；需要几分钟</translation>
        </message>
        <message>
            <source>Plans, researches in parts and checks; takes minutes</source>
            <translation type="vanished">制定计划、分部分研究并检查；需要几分钟</translation>
        </message>
        <message>
            <source>Quick</source>
            <translation type="vanished">快速</translation>
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
            <source>Quotes web pages and documents, no model</source>
            <translation type="vanished">引用网页和文档，不使用模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Read {0}</source>
            <translation>读取 {0}</translation>
        </message>
        <message>
            <source>Recalculation: not ok</source>
            <translation type="vanished">重新计算：不一致</translation>
        </message>
        <message>
            <source>Recalculation: ok</source>
            <translation type="vanished">重新计算：一致</translation>
        </message>
        <message>
            <source>Research in the background</source>
            <translation type="vanished">后台研究</translation>
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
            <source>Reviewed with remarks, no changes</source>
            <translation type="vanished">已审阅，有意见，无更改</translation>
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
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Reviewer's notes</source>
            <translation>审阅者的意见</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Run code</source>
            <translation>运行代码</translation>
        </message>
        <message>
            <source>Run code: {0}</source>
            <translation type="vanished">运行代码：{0}</translation>
        </message>
        <message>
            <source>Said before using tools</source>
            <translation type="vanished">使用工具前的说明</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Save a discovery: {0}</source>
            <translation>保存发现：{0}</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Search “{0}”</source>
            <translation>搜索“{0}”</translation>
        </message>
        <message>
            <source>Searcher</source>
            <translation type="vanished">搜索者</translation>
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
            <source>Strategy: {0}</source>
            <translation type="vanished">策略：{0}</translation>
        </message>
        <message>
            <source>Supervisor</source>
            <translation type="vanished">主管</translation>
        </message>
        <message>
            <source>Swarm</source>
            <translation type="vanished">群体</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Team</source>
            <translation>团队</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>Thinking</source>
            <translation>思考</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Three agents check each other's work, 2 to 10 model calls</source>
            <translation>三个智能体互相检查，2 到 10 次调用</translation>
        </message>
        <message>
            <source>Three agents check one another, 2 to 10 calls</source>
            <translation type="vanished">三个智能体互相检查，2 到 10 次调用</translation>
        </message>
        <message>
            <source>Verified</source>
            <translation type="vanished">核查</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Verifier</source>
            <translation>核验者</translation>
        </message>
        <message>
            <source>Web search failed: no engine could answer</source>
            <translation type="vanished">网页搜索失败：没有引擎能够响应</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Web search failed: no search engine responded</source>
            <translation>网页搜索失败：没有引擎能够响应</translation>
        </message>
        <message>
            <source>What changed from the draft to the answer</source>
            <translation type="vanished">从草稿到回答的更改</translation>
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
            <source>model</source>
            <translation type="vanished">模型</translation>
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
            <source>page</source>
            <translation type="vanished">网页</translation>
        </message>
        <message>
            <source>search</source>
            <translation type="vanished">搜索</translation>
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
            <source>{0} hosts</source>
            <translation type="vanished">{0} 个主机</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
            <source>{0} min {1} s</source>
            <translation>{0} 分 {1} 秒</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>{0} model calls</source>
            <translation>{0} 次模型调用</translation>
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
            <source>{0} pages read</source>
            <translation type="vanished">已读取 {0} 个网页</translation>
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
            <source>{0} search attempts</source>
            <translation type="vanished">{0} 次搜索尝试</translation>
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
            <source>{0} tokens</source>
            <translation>{0} 个 token</translation>
        </message>
        <message>
            <source>{0} tool calls</source>
            <translation type="vanished">{0} 次工具调用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/reasoning.py" />
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
            <source>Filter steps</source>
            <translation type="vanished">筛选步骤</translation>
        </message>
        <message>
            <source>Fold all</source>
            <translation type="vanished">全部折叠</translation>
        </message>
        <message>
            <source>Play this run again</source>
            <translation type="vanished">回放此次运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>Replay this task</source>
            <translation>重放此任务</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/reasoning.py" />
            <source>The steps of the next answer appear here.</source>
            <translation>下一个回答的步骤会显示在这里。</translation>
        </message>
        <message>
            <source>Unfold all</source>
            <translation type="vanished">全部展开</translation>
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
        <name>ReasoningView</name>
        <message>
            <source>Copy all steps</source>
            <translation type="vanished">复制全部步骤</translation>
        </message>
        <message>
            <source>Copy with what is below</source>
            <translation type="vanished">连同下级一起复制</translation>
        </message>
        <message>
            <source>Every step of the run; Enter opens details</source>
            <translation type="vanished">运行的每一步；Enter 打开详情</translation>
        </message>
        <message>
            <source>Open the page in the browser</source>
            <translation type="vanished">在浏览器中打开网页</translation>
        </message>
        <message>
            <source>Reasoning</source>
            <translation type="vanished">推理过程</translation>
        </message>
    </context>
    <context>
        <name>Replay</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>All files</source>
            <translation>所有文件</translation>
        </message>
        <message>
            <source>Back to the chat</source>
            <translation type="vanished">返回聊天</translation>
        </message>
        <message>
            <source>Back to the chat (Esc)</source>
            <translation type="vanished">返回聊天 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Choose a file…</source>
            <translation>选择文件…</translation>
        </message>
        <message>
            <source>Event back (Shift+Left)</source>
            <translation type="vanished">上一个事件 (Shift+Left)</translation>
        </message>
        <message>
            <source>Event forward (Shift+Right)</source>
            <translation type="vanished">下一个事件 (Shift+Right)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Export task</source>
            <translation>导出任务</translation>
        </message>
        <message>
            <source>Export this run</source>
            <translation type="vanished">导出此次运行</translation>
        </message>
        <message>
            <source>Export this run…</source>
            <translation type="vanished">导出此运行…</translation>
        </message>
        <message>
            <source>How fast it is played (+ and -)</source>
            <translation type="vanished">播放的快慢（+ 和 -）</translation>
        </message>
        <message>
            <source>Import a run</source>
            <translation type="vanished">导入运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Import a task</source>
            <translation>导入任务</translation>
        </message>
        <message>
            <source>Max</source>
            <translation type="vanished">最快</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>No recording is open</source>
            <translation>没有打开的录制</translation>
        </message>
        <message>
            <source>No run is open</source>
            <translation type="vanished">没有打开的运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Open a recording</source>
            <translation>打开运行记录</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Open a recording…</source>
            <translation>打开记录…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Opening the recording…</source>
            <translation>正在打开记录…</translation>
        </message>
        <message>
            <source>Page read: {0}</source>
            <translation type="vanished">已读网页：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Pause (Space)</source>
            <translation>暂停 (Space)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Play</source>
            <translation>播放</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Play (Space)</source>
            <translation>播放 (Space)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Playback speed</source>
            <translation>播放速度</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Position</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Recorded run</source>
            <translation type="vanished">运行记录</translation>
        </message>
        <message>
            <source>Recorded runs</source>
            <translation type="vanished">运行记录</translation>
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
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Replay</source>
            <translation>回放</translation>
        </message>
        <message>
            <source>Run</source>
            <translation type="vanished">运行</translation>
        </message>
        <message>
            <source>Skip pauses</source>
            <translation type="vanished">跳过停顿</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Step back (Left)</source>
            <translation type="vanished">上一步 (Left)</translation>
        </message>
        <message>
            <source>Step forward (Right)</source>
            <translation type="vanished">下一步 (Right)</translation>
        </message>
        <message>
            <source>Stopped</source>
            <translation type="vanished">已停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>The answer</source>
            <translation type="vanished">回答</translation>
        </message>
        <message>
            <source>The critique</source>
            <translation type="vanished">评审</translation>
        </message>
        <message>
            <source>The draft begins</source>
            <translation type="vanished">开始撰写草稿</translation>
        </message>
        <message>
            <source>The end</source>
            <translation type="vanished">结束</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>The file will contain everything this task has read and written:</source>
            <translation>文件将包含此任务读取和写下的全部内容:</translation>
        </message>
        <message>
            <source>The file will hold all that this run has read and written:</source>
            <translation type="vanished">该文件将包含此次运行读取和写出的全部内容：</translation>
        </message>
        <message>
            <source>The run failed</source>
            <translation type="vanished">运行失败</translation>
        </message>
        <message>
            <source>The run goes to sleep</source>
            <translation type="vanished">运行进入休眠</translation>
        </message>
        <message>
            <source>The search failed</source>
            <translation type="vanished">搜索失败</translation>
        </message>
        <message>
            <source>Waits of more than 4 seconds last one</source>
            <translation type="vanished">超过 4 秒的等待缩短为 1 秒</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>{0} and {1} more</source>
            <translation>{0} 及另外 {1} 个</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/replay/page.py" />
            <source>{0}×</source>
            <translation>{0}×</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>• text of your own documents: {0}</source>
            <translation>• 您自己文档的文本：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/replay.py" />
            <source>• the question, the answer and all {0} events</source>
            <translation>• 问题、回答和全部 {0} 个事件</translation>
        </message>
        <message>
            <source>• the text of 1 page: {0}</source>
            <translation type="vanished">• 1 个网页的文本：{0}</translation>
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
        <name>ResultsView</name>
        <message>
            <source>Ask about this</source>
            <translation type="vanished">就此提问</translation>
        </message>
        <message>
            <source>Copy the passage</source>
            <translation type="vanished">复制段落</translation>
        </message>
        <message>
            <source>Enter opens the text at the passage, the menu key shows more</source>
            <translation type="vanished">Enter 在段落处打开文本，菜单键显示更多</translation>
        </message>
        <message>
            <source>Open in browser</source>
            <translation type="vanished">在浏览器中打开</translation>
        </message>
        <message>
            <source>Open the file</source>
            <translation type="vanished">打开文件</translation>
        </message>
        <message>
            <source>Open the text here</source>
            <translation type="vanished">在此打开文本</translation>
        </message>
        <message>
            <source>Passages found</source>
            <translation type="vanished">找到的段落</translation>
        </message>
        <message>
            <source>Show in folder</source>
            <translation type="vanished">在文件夹中显示</translation>
        </message>
    </context>
    <context>
        <name>ReviewSwitch</name>
        <message>
            <source>Deep shows its plan before it runs, so that you can change it (/review)</source>
            <translation type="vanished">深度研究在执行前显示计划，以便您修改（/review）</translation>
        </message>
        <message>
            <source>Review plan</source>
            <translation type="vanished">审阅计划</translation>
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
            <source>Name of the folder</source>
            <translation type="vanished">文件夹名称</translation>
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
            <source>Tags, separated by commas</source>
            <translation>标签，用逗号分隔</translation>
        </message>
        <message>
            <source>Tags, with commas between them</source>
            <translation type="vanished">标签，以逗号分隔</translation>
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
        <name>RunMeter</name>
        <message>
            <source>context {0} % full</source>
            <translation type="vanished">上下文已用 {0} %</translation>
        </message>
        <message>
            <source>context {0}% full</source>
            <translation type="vanished">上下文已用 {0} %</translation>
        </message>
        <message>
            <source>waiting for you</source>
            <translation type="vanished">等待您</translation>
        </message>
        <message>
            <source>{0} min</source>
            <translation type="vanished">{0} 分钟</translation>
        </message>
        <message>
            <source>{0} of {1}</source>
            <translation type="vanished">{0} / {1}</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation type="vanished">{0} 秒</translation>
        </message>
        <message>
            <source>{0} tokens/s</source>
            <translation type="vanished">{0} 词元/秒</translation>
        </message>
        <message>
            <source>{0}: {1} of {2}</source>
            <translation type="vanished">{0}：{1} / {2}</translation>
        </message>
        <message>
            <source>▸ {0}: {1} of {2}</source>
            <translation type="vanished">▸ {0}：{1} / {2}</translation>
        </message>
    </context>
    <context>
        <name>Runs</name>
        <message>
            <source>Active</source>
            <translation type="vanished">进行中</translation>
        </message>
        <message>
            <source>All runs</source>
            <translation type="vanished">全部运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Answered</source>
            <translation>已回答</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Ask again</source>
            <translation>再次提问</translation>
        </message>
        <message>
            <source>Ask in the background</source>
            <translation type="vanished">在后台提问</translation>
        </message>
        <message>
            <source>Ask in the background…</source>
            <translation type="vanished">在后台提问…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Ask now</source>
            <translation>立即提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Ask questions that take a while in the background, and recurring ones on a schedule.</source>
            <translation>您可以一边做别的事,一边在后台提出耗时的问题;经常要问的问题可以定时提问。</translation>
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
            <source>Back to the chat</source>
            <translation type="vanished">返回聊天</translation>
        </message>
        <message>
            <source>Back to the chat (Esc)</source>
            <translation type="vanished">返回聊天 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Compare with the previous answer</source>
            <translation>与上一个回答比较</translation>
        </message>
        <message>
            <source>Compare…</source>
            <translation type="vanished">对比…</translation>
        </message>
        <message>
            <source>Earlier</source>
            <translation type="vanished">更早</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Edit schedule…</source>
            <translation>编辑定时提问…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Enter opens the chat, Space pauses or resumes, Delete stops or removes, the Menu key shows more</source>
            <translation>按 Enter 打开对话,空格键暂停或继续,Delete 停止或移除,菜单键显示更多</translation>
        </message>
        <message>
            <source>Enter opens the conversation, Space pauses or goes on, Delete stops or forgets, the menu key shows more</source>
            <translation type="vanished">Enter 打开对话，Space 暂停或继续，Delete 停止或移出列表，菜单键显示更多</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Export task…</source>
            <translation>导出任务…</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation type="vanished">导出…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>Failed or stopped</source>
            <translation type="vanished">失败或已停止</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation type="vanished">继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>In progress</source>
            <translation>进行中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Loading tasks…</source>
            <translation>正在加载任务…</translation>
        </message>
        <message>
            <source>Looking for runs…</source>
            <translation type="vanished">正在查找运行…</translation>
        </message>
        <message>
            <source>Missed questions</source>
            <translation type="vanished">错过的提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
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
            <source>No run is like that</source>
            <translation type="vanished">没有符合条件的运行</translation>
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
            <source>Not over yet</source>
            <translation type="vanished">尚未结束</translation>
        </message>
        <message>
            <source>Nothing is running</source>
            <translation type="vanished">没有正在进行的运行</translation>
        </message>
        <message>
            <source>Nothing runs in the background</source>
            <translation type="vanished">后台没有运行</translation>
        </message>
        <message>
            <source>Open</source>
            <translation type="vanished">打开</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Open chat</source>
            <translation>打开对话</translation>
        </message>
        <message>
            <source>Open its conversation</source>
            <translation type="vanished">打开其对话</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>Paused by you</source>
            <translation type="vanished">已由您暂停</translation>
        </message>
        <message>
            <source>Question</source>
            <translation type="vanished">问题</translation>
        </message>
        <message>
            <source>Questions that take long can be asked in the background: write one in the chat and press Ctrl+Alt+Return. What models begin by themselves and what is scheduled is listed here too.</source>
            <translation type="vanished">耗时较长的问题可以在后台提问：在聊天中写下问题并按 Ctrl+Alt+Return。模型自行开始的运行和定时提问也列在这里。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Queued</source>
            <translation>已排队</translation>
        </message>
        <message>
            <source>Queued: begins when another run has ended</source>
            <translation type="vanished">已排队：另一个运行结束后开始</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Removed “{0}”</source>
            <translation>已移除“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Replay</source>
            <translation>回放</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Run again</source>
            <translation type="vanished">重新运行</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Running</source>
            <translation>运行中</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation type="vanished">运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Schedule a question…</source>
            <translation>定时提问…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
            <source>Scheduled</source>
            <translation>定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Search questions and answers</source>
            <translation>搜索问题和回答</translation>
        </message>
        <message>
            <source>Search questions and answers; Down goes to the list</source>
            <translation type="vanished">搜索问题和回答；向下键转到列表</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/page.py" />
            <source>Search tasks</source>
            <translation>搜索任务</translation>
        </message>
        <message>
            <source>Search the runs</source>
            <translation type="vanished">搜索运行</translation>
        </message>
        <message>
            <source>Skip</source>
            <translation type="vanished">跳过</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <location filename="../../resources/labels.toml" />
            <source>Sleeping</source>
            <translation>休眠中</translation>
        </message>
        <message>
            <source>Sleeping until another run has ended</source>
            <translation type="vanished">休眠至另一个运行结束</translation>
        </message>
        <message>
            <source>Sleeping until you let it go on</source>
            <translation type="vanished">休眠至您让它继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>Sleeping until you resume it</source>
            <translation>休眠中,等您继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
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
            <source>Take out of the list</source>
            <translation type="vanished">移出列表</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/task_list.py" />
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
            <translation>等待您</translation>
        </message>
        <message>
            <source>Which runs are shown</source>
            <translation type="vanished">显示哪些运行</translation>
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
            <source>of {0}</source>
            <translation type="vanished">上限 {0}</translation>
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
            <source>wakes in {0}</source>
            <translation type="vanished">{0} 后唤醒</translation>
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
            <source>{0} of {1} used</source>
            <translation type="vanished">已用 {0} / {1}</translation>
        </message>
        <message>
            <source>{0} queued</source>
            <translation type="vanished">{0} 个已排队</translation>
        </message>
        <message>
            <source>{0} running</source>
            <translation type="vanished">{0} 个运行中</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/wording/runs.py" />
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
        <message>
            <source>{0} scheduled questions were missed</source>
            <translation type="vanished">错过了 {0} 个定时提问</translation>
        </message>
        <message>
            <source>{0} sleeping</source>
            <translation type="vanished">{0} 个休眠中</translation>
        </message>
        <message>
            <source>{0} waiting for you</source>
            <translation type="vanished">{0} 个等待您</translation>
        </message>
        <message>
            <source>“{0}” was missed. Last due: {1}</source>
            <translation type="vanished">错过了“{0}”。上次应提问时间:{1}</translation>
        </message>
    </context>
    <context>
        <name>SaveTemplateDialog</name>
        <message>
            <source>A question of this kind is then worked on by these steps.</source>
            <translation type="vanished">以后这类问题会按这些步骤处理。</translation>
        </message>
        <message>
            <source>Instruction of {0}, {1}</source>
            <translation type="vanished">{0} 的指令，{1}</translation>
        </message>
        <message>
            <source>Save</source>
            <translation type="vanished">保存</translation>
        </message>
        <message>
            <source>Save this run as a template</source>
            <translation type="vanished">将此次运行保存为模板</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation type="vanished">步骤</translation>
        </message>
        <message>
            <source>Tags</source>
            <translation type="vanished">标签</translation>
        </message>
        <message>
            <source>Title</source>
            <translation type="vanished">标题</translation>
        </message>
        <message>
            <source>What it is for</source>
            <translation type="vanished">用途</translation>
        </message>
        <message>
            <source>words of such problems, by commas</source>
            <translation type="vanished">此类问题中的词语，用逗号分隔</translation>
        </message>
    </context>
    <context>
        <name>Schedules</name>
        <message>
            <source>Ask</source>
            <translation type="vanished">提问</translation>
        </message>
        <message>
            <source>Ask all now</source>
            <translation type="vanished">立即全部提问</translation>
        </message>
        <message>
            <source>Ask now</source>
            <translation type="vanished">立即提问</translation>
        </message>
        <message>
            <source>Ask now: {0}</source>
            <translation type="vanished">立即提问：{0}</translation>
        </message>
        <message>
            <source>Ask regularly</source>
            <translation type="vanished">定期提问</translation>
        </message>
        <message>
            <source>Change a scheduled question</source>
            <translation type="vanished">更改定时提问</translation>
        </message>
        <message>
            <source>Change…</source>
            <translation type="vanished">更改…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Custom</source>
            <translation>自定义</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Daily</source>
            <translation>每天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Date and time</source>
            <translation>日期和时间</translation>
        </message>
        <message>
            <source>Day and time</source>
            <translation type="vanished">日期和时间</translation>
        </message>
        <message>
            <source>Day of the month</source>
            <translation type="vanished">每月的日期</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Days</source>
            <translation>星期</translation>
        </message>
        <message>
            <source>Days of the week</source>
            <translation type="vanished">一周中的各天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Edit schedule</source>
            <translation>编辑定时提问</translation>
        </message>
        <message>
            <source>Enter opens the answers, Space turns a question on or off, Delete removes it</source>
            <translation type="vanished">Enter 打开回答，Space 启用或停用问题，Delete 移除问题</translation>
        </message>
        <message>
            <source>Every day</source>
            <translation type="vanished">每天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Every day at {0}</source>
            <translation>每天 {0}</translation>
        </message>
        <message>
            <source>Every few hours</source>
            <translation type="vanished">每隔几小时</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Every hour</source>
            <translation>每小时</translation>
        </message>
        <message>
            <source>Every month</source>
            <translation type="vanished">每月</translation>
        </message>
        <message>
            <source>Every month on day {0} at {1}</source>
            <translation type="vanished">每月 {0} 日 {1}</translation>
        </message>
        <message>
            <source>Every month on the last day at {0}</source>
            <translation type="vanished">每月最后一天 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Every {0} at {1}</source>
            <translation>每{0} {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Every {0} days at {1}</source>
            <translation>每 {0} 天 {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Every {0} hours</source>
            <translation>每 {0} 小时</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Every {0} minutes</source>
            <translation>每 {0} 分钟</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Every {0} weeks on {1} at {2}</source>
            <translation>每 {0} 周的{1} {2}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>First answer: {0}</source>
            <translation type="vanished">首次回答：{0}</translation>
        </message>
        <message>
            <source>Hours between</source>
            <translation type="vanished">间隔小时数</translation>
        </message>
        <message>
            <source>How often</source>
            <translation type="vanished">提问频率</translation>
        </message>
        <message>
            <source>In words, or a rule</source>
            <translation type="vanished">用文字或规则指定</translation>
        </message>
        <message>
            <source>It is asked while the program is open.</source>
            <translation type="vanished">仅在程序打开时提问。</translation>
        </message>
        <message>
            <source>Last day</source>
            <translation type="vanished">最后一天</translation>
        </message>
        <message>
            <source>Looking for scheduled questions…</source>
            <translation type="vanished">正在查找定时提问…</translation>
        </message>
        <message>
            <source>Missed questions</source>
            <translation type="vanished">错过的提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Mode</source>
            <translation>模式</translation>
        </message>
        <message>
            <source>Model</source>
            <translation type="vanished">模型</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Monday to Friday at {0}</source>
            <translation>星期一至星期五 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Monthly on day {0} at {1}</source>
            <translation>每月 {0} 日 {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Monthly on the last day at {0}</source>
            <translation>每月最后一天 {0}</translation>
        </message>
        <message>
            <source>New…</source>
            <translation type="vanished">新建…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Next: {0}</source>
            <translation>下次：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Next: {0}, then {1}</source>
            <translation>下次：{0}，之后：{1}</translation>
        </message>
        <message>
            <source>No answer yet</source>
            <translation type="vanished">尚无回答</translation>
        </message>
        <message>
            <source>No question is scheduled.
One can be asked once at a time, or again and again.</source>
            <translation type="vanished">没有定时提问。
可以在某一时间提问一次，也可以反复提问。</translation>
        </message>
        <message>
            <source>Off</source>
            <translation type="vanished">关</translation>
        </message>
        <message>
            <source>On</source>
            <translation type="vanished">开</translation>
        </message>
        <message>
            <source>On days of the week</source>
            <translation type="vanished">在一周中的某几天</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Once</source>
            <translation>一次</translation>
        </message>
        <message>
            <source>Open the answers</source>
            <translation type="vanished">打开回答</translation>
        </message>
        <message>
            <source>Over</source>
            <translation type="vanished">已结束</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Question</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation type="vanished">移除</translation>
        </message>
        <message>
            <source>Removed “{0}”</source>
            <translation type="vanished">已移除“{0}”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Repeat</source>
            <translation>重复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>Saturday and Sunday at {0}</source>
            <translation>星期六和星期日 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Schedule</source>
            <translation>定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Schedule a question</source>
            <translation>定时提问</translation>
        </message>
        <message>
            <source>Scheduled questions</source>
            <translation type="vanished">定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Scheduled questions are asked only while the app is open.</source>
            <translation>只有程序打开时才会定时提问。</translation>
        </message>
        <message>
            <source>Skip</source>
            <translation type="vanished">跳过</translation>
        </message>
        <message>
            <source>Skip all</source>
            <translation type="vanished">全部跳过</translation>
        </message>
        <message>
            <source>Skip: {0}</source>
            <translation type="vanished">跳过：{0}</translation>
        </message>
        <message>
            <source>Strategy</source>
            <translation type="vanished">策略</translation>
        </message>
        <message>
            <source>Time for it</source>
            <translation type="vanished">回答时限</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Time of day</source>
            <translation>时刻</translation>
        </message>
        <message>
            <source>Turn on or off</source>
            <translation type="vanished">启用或停用</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation type="vanished">撤销</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>Weekly</source>
            <translation>每周</translation>
        </message>
        <message>
            <source>When</source>
            <translation type="vanished">时间</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/schedule_dialog.py" />
            <source>When (in English)</source>
            <translation>时间(英文)</translation>
        </message>
        <message>
            <source>When, in English</source>
            <translation type="vanished">时间(英文)</translation>
        </message>
        <message>
            <source>When, in English words</source>
            <translation type="vanished">时间，用英文文字表述</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>ddd d MMM</source>
            <translation>M月d日 ddd</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>ddd d MMM yyyy</source>
            <translation>yyyy年M月d日 ddd</translation>
        </message>
        <message>
            <source>{0} ({1})</source>
            <translation type="vanished">{0} ({1})</translation>
        </message>
        <message>
            <source>{0} questions were to be asked while the program was closed</source>
            <translation type="vanished">程序关闭期间有 {0} 个问题到了提问时间</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/tasks/labels.py" />
            <source>{0}, {1}</source>
            <translation>{0} {1}</translation>
        </message>
        <message>
            <source>“{0}” is being asked</source>
            <translation type="vanished">正在提问“{0}”</translation>
        </message>
        <message>
            <source>“{0}” was to be asked {1}</source>
            <translation type="vanished">“{0}”原定于 {1} 提问</translation>
        </message>
        <message>
            <source>“{0}” was to be asked {1} times, last {2}</source>
            <translation type="vanished">“{0}”原定提问 {1} 次，最近一次为 {2}</translation>
        </message>
    </context>
    <context>
        <name>SearchBar</name>
        <message>
            <source>Down goes to what was found</source>
            <translation type="vanished">向下键转到搜索结果</translation>
        </message>
        <message>
            <source>Search your documents</source>
            <translation type="vanished">搜索您的文档</translation>
        </message>
        <message>
            <source>Search your documents; Down goes to what was found</source>
            <translation type="vanished">搜索您的文档；向下键转到搜索结果</translation>
        </message>
        <message>
            <source>Which collection is searched</source>
            <translation type="vanished">搜索哪个资料集</translation>
        </message>
    </context>
    <context>
        <name>SearchField</name>
        <message>
            <source>Looks in titles, questions and answers; Down goes to what was found</source>
            <translation type="vanished">在标题、问题和回答中查找；按 Down 转到结果</translation>
        </message>
        <message>
            <source>Search</source>
            <translation type="vanished">搜索</translation>
        </message>
        <message>
            <source>Search conversations</source>
            <translation type="vanished">搜索对话</translation>
        </message>
        <message>
            <source>Search titles, questions and answers</source>
            <translation type="vanished">搜索标题、问题和回答</translation>
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
            <source>Delete it; you can get it again</source>
            <translation type="vanished">删除它；可以重新获取</translation>
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
            <source>Download it once from huggingface.co</source>
            <translation type="vanished">从 huggingface.co 下载一次</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download the search model</source>
            <translation>下载搜索模型</translation>
        </message>
        <message>
            <source>Finds passages by their meaning, not only by their words. It is downloaded once, works without the network, and nothing leaves this computer. It knows English best.</source>
            <translation type="vanished">不仅按词语，还按含义查找段落。只需下载一次，无需网络即可使用，任何内容都不会离开这台电脑。它最擅长英语。</translation>
        </message>
        <message>
            <source>Get the search model, {0}</source>
            <translation type="vanished">获取搜索模型，{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Installed</source>
            <translation>已安装</translation>
        </message>
        <message>
            <source>Installed. New questions use it.</source>
            <translation type="vanished">已安装。新问题将使用它。</translation>
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
        <name>SearchedView</name>
        <message>
            <source>1 page was read.</source>
            <translation type="vanished">已读取 1 个网页。</translation>
        </message>
        <message>
            <source>1 result</source>
            <translation type="vanished">1 条结果</translation>
        </message>
        <message>
            <source>No page was read.</source>
            <translation type="vanished">没有读取网页。</translation>
        </message>
        <message>
            <source>Nothing was searched for.</source>
            <translation type="vanished">没有进行搜索。</translation>
        </message>
        <message>
            <source>Seen, but not sure enough: {0}</source>
            <translation type="vanished">看到但不够确定：{0}</translation>
        </message>
        <message>
            <source>What was searched</source>
            <translation type="vanished">搜索了什么</translation>
        </message>
        <message>
            <source>no engine could answer</source>
            <translation type="vanished">没有引擎能够响应</translation>
        </message>
        <message>
            <source>{0} pages were read.</source>
            <translation type="vanished">已读取 {0} 个网页。</translation>
        </message>
        <message>
            <source>{0} results</source>
            <translation type="vanished">{0} 条结果</translation>
        </message>
        <message>
            <source>… and {0} more searches</source>
            <translation type="vanished">……还有 {0} 次搜索</translation>
        </message>
    </context>
    <context>
        <name>ServerCard</name>
        <message>
            <source>Ask the server for its models</source>
            <translation type="vanished">向服务器询问其模型</translation>
        </message>
        <message>
            <source>Asking…</source>
            <translation type="vanished">正在询问…</translation>
        </message>
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
            <source>Get {0}</source>
            <translation type="vanished">获取 {0}</translation>
        </message>
        <message>
            <source>Needs no key.</source>
            <translation type="vanished">无需密钥。</translation>
        </message>
        <message>
            <source>No key is stored.</source>
            <translation type="vanished">未存密钥。</translation>
        </message>
        <message>
            <source>Open keys</source>
            <translation type="vanished">打开密钥页</translation>
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
            <source>The key comes from an environment variable.</source>
            <translation type="vanished">密钥来自环境变量。</translation>
        </message>
        <message>
            <source>The key is held until you quit.</source>
            <translation type="vanished">密钥保留到退出为止。</translation>
        </message>
        <message>
            <source>The key is in the keyring.</source>
            <translation type="vanished">密钥已存入密钥环。</translation>
        </message>
        <message>
            <source>Use that address</source>
            <translation type="vanished">使用该地址</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>Use this address</source>
            <translation>使用此地址</translation>
        </message>
        <message>
            <source>in use</source>
            <translation type="vanished">使用中</translation>
        </message>
    </context>
    <context>
        <name>ServerPicker</name>
        <message>
            <source>MCP servers…</source>
            <translation type="vanished">MCP 服务器…</translation>
        </message>
        <message>
            <source>No tools of servers are used here</source>
            <translation type="vanished">此处不使用服务器的工具</translation>
        </message>
        <message>
            <source>Tools of servers</source>
            <translation type="vanished">服务器的工具</translation>
        </message>
        <message>
            <source>Tools of these servers may be used: {0}</source>
            <translation type="vanished">可以使用这些服务器的工具：{0}</translation>
        </message>
        <message>
            <source>{0} (does not work)</source>
            <translation type="vanished">{0}（无法工作）</translation>
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
            <source>Models on this computer or another one of yours</source>
            <translation>本机或您另一台电脑上的模型</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>OpenAI, OpenRouter, LM Studio, llama.cpp, vLLM and others</source>
            <translation>OpenAI、OpenRouter、LM Studio、llama.cpp、vLLM 等</translation>
        </message>
    </context>
    <context>
        <name>ServersButton</name>
        <message>
            <source>MCP servers…</source>
            <translation type="vanished">MCP 服务器…</translation>
        </message>
        <message>
            <source>No tools of servers are used here</source>
            <translation type="vanished">此处不使用服务器的工具</translation>
        </message>
        <message>
            <source>Tools of servers</source>
            <translation type="vanished">服务器的工具</translation>
        </message>
        <message>
            <source>Tools of these servers may be used: {0}</source>
            <translation type="vanished">可以使用这些服务器的工具：{0}</translation>
        </message>
        <message>
            <source>{0} (does not work)</source>
            <translation type="vanished">{0}（无法工作）</translation>
        </message>
    </context>
    <context>
        <name>ServersPage</name>
        <message>
            <source>Claude models</source>
            <translation type="vanished">Claude 模型</translation>
        </message>
        <message>
            <source>Models on this computer, or on another of yours</source>
            <translation type="vanished">本机或你其他计算机上的模型</translation>
        </message>
        <message>
            <source>OpenAI, OpenRouter, LM Studio, llama.cpp, vLLM and others</source>
            <translation type="vanished">OpenAI、OpenRouter、LM Studio、llama.cpp、vLLM 等</translation>
        </message>
        <message>
            <source>OpenAI-compatible</source>
            <translation type="vanished">OpenAI 兼容</translation>
        </message>
    </context>
    <context>
        <name>ServersPane</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_servers.py" />
            <source>In use</source>
            <translation>使用中</translation>
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
            <source>As the system</source>
            <translation type="vanished">跟随系统</translation>
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
            <source>Model's own</source>
            <translation type="vanished">模型自定</translation>
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
            <source>Ranks</source>
            <translation type="vanished">名次</translation>
        </message>
        <message>
            <source>Scores</source>
            <translation type="vanished">得分</translation>
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
            <source>Servers</source>
            <translation type="vanished">服务器</translation>
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
            <source>Where models are asked, and whether it works.</source>
            <translation type="vanished">向哪里询问模型，以及是否可用。</translation>
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
        <message>
            <source>one a line</source>
            <translation type="vanished">每行一个</translation>
        </message>
        <message>
            <source>separated by commas</source>
            <translation type="vanished">以逗号分隔</translation>
        </message>
        <message>
            <source>the model's own</source>
            <translation type="vanished">模型自定</translation>
        </message>
    </context>
    <context>
        <name>SettingsDialog</name>
        <message>
            <source>Answers</source>
            <translation type="vanished">回答</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation type="vanished">外观</translation>
        </message>
        <message>
            <source>Background</source>
            <translation type="vanished">后台</translation>
        </message>
        <message>
            <source>Code</source>
            <translation type="vanished">代码</translation>
        </message>
        <message>
            <source>Documents</source>
            <translation type="vanished">文档</translation>
        </message>
        <message>
            <source>How a question is carried out.</source>
            <translation type="vanished">如何处理问题。</translation>
        </message>
        <message>
            <source>How code that a model wrote is run; it reaches no files and no network.</source>
            <translation type="vanished">模型所写代码的运行方式；它无法访问文件和网络。</translation>
        </message>
        <message>
            <source>How pages are read.</source>
            <translation type="vanished">如何读取网页。</translation>
        </message>
        <message>
            <source>How the window looks.</source>
            <translation type="vanished">窗口的外观。</translation>
        </message>
        <message>
            <source>How your own documents are indexed and searched.</source>
            <translation type="vanished">如何为您自己的文档建立索引和搜索。</translation>
        </message>
        <message>
            <source>Model</source>
            <translation type="vanished">模型</translation>
        </message>
        <message>
            <source>Models</source>
            <translation type="vanished">模型管理</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/dialog.py" />
            <source>No settings found</source>
            <translation>未找到设置</translation>
        </message>
        <message>
            <source>Nothing is called that.</source>
            <translation type="vanished">没有这个名称的设置。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/dialog.py" />
            <source>Pages</source>
            <translation>网页</translation>
        </message>
        <message>
            <source>Privacy</source>
            <translation type="vanished">隐私</translation>
        </message>
        <message>
            <source>Runs that wait, or go on while you do something else.</source>
            <translation type="vanished">等待中的运行，或在您做其他事情时继续的运行。</translation>
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
        <message>
            <source>Several models that deep research asks the same, beside each other.</source>
            <translation type="vanished">深度研究同时向其提出同一问题的多个模型。</translation>
        </message>
        <message>
            <source>Swarm</source>
            <translation type="vanished">群体</translation>
        </message>
        <message>
            <source>Web search</source>
            <translation type="vanished">网页搜索</translation>
        </message>
        <message>
            <source>What Ollama has on this computer, and what it can get.</source>
            <translation type="vanished">本机 Ollama 已有和可获取的模型。</translation>
        </message>
        <message>
            <source>What may leave this computer.</source>
            <translation type="vanished">哪些内容可以离开本机。</translation>
        </message>
        <message>
            <source>Which engines are asked, in which order, and how gently.</source>
            <translation type="vanished">询问哪些引擎，按什么顺序，间隔多久。</translation>
        </message>
        <message>
            <source>Who answers, and how it is spoken to.</source>
            <translation type="vanished">由谁回答，以及如何与之通信。</translation>
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
            <translation>选择如何索引和搜索您的文件。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose which model answers your questions.</source>
            <translation>选择由谁回答您的问题。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose which tools models may use besides search.</source>
            <translation>选择模型除搜索外可使用什么。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Control connections and keep your data safe.</source>
            <translation>控制连接，保护您的数据。</translation>
        </message>
        <message>
            <source>Control connections, and keep your data safe.</source>
            <translation type="vanished">控制连接，保护您的数据。</translation>
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
            <translation>您的全部数据存于一个文件。</translation>
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
            <source>Finds sources by meaning, not only by words. It runs on this computer and knows English best.</source>
            <translation type="vanished">不仅按字词，还按含义查找来源。它在本机运行，最擅长英语。</translation>
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
            <source>Search by meaning</source>
            <translation>按含义搜索</translation>
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
            <source>ledger hosts requests export clear</source>
            <translation type="vanished">账本 主机 请求 导出 清空</translation>
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
        <name>ShortcutsPage</name>
        <message>
            <source>All commands have their usual keys.</source>
            <translation type="vanished">所有命令都使用默认按键。</translation>
        </message>
        <message>
            <source>Change…</source>
            <translation type="vanished">更改…</translation>
        </message>
        <message>
            <source>Commands and their keys</source>
            <translation type="vanished">命令及其按键</translation>
        </message>
        <message>
            <source>Give every command its usual keys</source>
            <translation type="vanished">让每个命令恢复默认按键</translation>
        </message>
        <message>
            <source>Give the command its usual keys</source>
            <translation type="vanished">让该命令恢复默认按键</translation>
        </message>
        <message>
            <source>Give the command other keys (Enter)</source>
            <translation type="vanished">为该命令设置其他按键 (Enter)</translation>
        </message>
        <message>
            <source>Leave it</source>
            <translation type="vanished">保持不变</translation>
        </message>
        <message>
            <source>Leaves both commands as they are</source>
            <translation type="vanished">两个命令都保持不变</translation>
        </message>
        <message>
            <source>Press Enter or double-click to give a command other keys.</source>
            <translation type="vanished">按 Enter 或双击，可为命令设置其他按键。</translation>
        </message>
        <message>
            <source>Reset</source>
            <translation type="vanished">重置</translation>
        </message>
        <message>
            <source>Reset all</source>
            <translation type="vanished">全部重置</translation>
        </message>
        <message>
            <source>Shortcuts</source>
            <translation type="vanished">快捷键</translation>
        </message>
        <message>
            <source>Takes the keys from the other command</source>
            <translation type="vanished">从另一个命令取走按键</translation>
        </message>
        <message>
            <source>Use it for “{0}” instead</source>
            <translation type="vanished">改为用于“{0}”</translation>
        </message>
        <message>
            <source>{0} belongs to “{1}”.</source>
            <translation type="vanished">{0} 属于“{1}”。</translation>
        </message>
        <message>
            <source>{0} is needed to move about.</source>
            <translation type="vanished">{0} 用于移动光标。</translation>
        </message>
        <message>
            <source>{0} writes text; add Ctrl or Alt.</source>
            <translation type="vanished">{0} 用于输入文字；请加上 Ctrl 或 Alt。</translation>
        </message>
        <message>
            <source>“{0}” has no keys now.</source>
            <translation type="vanished">“{0}”现在没有按键。</translation>
        </message>
        <message>
            <source>“{0}” is {1} now.</source>
            <translation type="vanished">“{0}”现在是 {1}。</translation>
        </message>
    </context>
    <context>
        <name>ShortcutsPane</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
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
            <source>{0} has no shortcut now</source>
            <translation type="vanished">“{0}”现在没有快捷键</translation>
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
            <source>{0} is the shortcut of {1}.</source>
            <translation type="vanished">{0} 是“{1}”的快捷键。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>{0} no longer has a shortcut</source>
            <translation>“{0}”现在没有快捷键</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/shortcuts.py" />
            <source>{0} types text. Add Ctrl or Alt.</source>
            <translation>{0} 会输入文字。请加上 Ctrl 或 Alt。</translation>
        </message>
    </context>
    <context>
        <name>SidePanel</name>
        <message>
            <source>Fold the panel away</source>
            <translation type="vanished">收起面板</translation>
        </message>
        <message>
            <source>Fold the panel away (Ctrl+Shift+P)</source>
            <translation type="vanished">收起面板 (Ctrl+Shift+P)</translation>
        </message>
        <message>
            <source>Panels</source>
            <translation type="vanished">面板</translation>
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
            <source>Ask anything that you want to check</source>
            <translation type="vanished">提出任何想核实的问题</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/shell.py" />
            <source>Question</source>
            <translation>问题</translation>
        </message>
    </context>
    <context>
        <name>SlashCommands</name>
        <message>
            <source>A second agent criticises the draft</source>
            <translation type="vanished">由第二个代理评审草稿</translation>
        </message>
        <message>
            <source>Begin another conversation</source>
            <translation type="vanished">开始另一个对话</translation>
        </message>
        <message>
            <source>Careful: have a second agent review the draft</source>
            <translation type="vanished">仔细：由第二个智能体审阅草稿</translation>
        </message>
        <message>
            <source>Choose the mode for this question</source>
            <translation type="vanished">为此问题选择模式</translation>
        </message>
        <message>
            <source>Choose the model</source>
            <translation type="vanished">选择模型</translation>
        </message>
        <message>
            <source>Clear the text</source>
            <translation type="vanished">清除文字</translation>
        </message>
        <message>
            <source>Deep: plan, research each part, then check</source>
            <translation type="vanished">深入：制定计划、分部分研究并检查</translation>
        </message>
        <message>
            <source>Deep: plan, research in parts and check</source>
            <translation type="vanished">深入：制定计划、分部分研究并检查</translation>
        </message>
        <message>
            <source>Empty the field</source>
            <translation type="vanished">清空输入框</translation>
        </message>
        <message>
            <source>Export this chat</source>
            <translation type="vanished">导出此对话</translation>
        </message>
        <message>
            <source>Fast: answer in one pass</source>
            <translation type="vanished">快速：一次完成回答</translation>
        </message>
        <message>
            <source>Find in this chat</source>
            <translation type="vanished">在此对话中查找</translation>
        </message>
        <message>
            <source>Find in this conversation</source>
            <translation type="vanished">在此对话中查找</translation>
        </message>
        <message>
            <source>How long a question may take</source>
            <translation type="vanished">一个问题可用的时间</translation>
        </message>
        <message>
            <source>Keep this chat offline</source>
            <translation type="vanished">让此对话离线</translation>
        </message>
        <message>
            <source>Let the program choose how to answer this question</source>
            <translation type="vanished">由程序选择如何回答此问题</translation>
        </message>
        <message>
            <source>Let this chat go online</source>
            <translation type="vanished">允许此对话联网</translation>
        </message>
        <message>
            <source>Let this chat use the network</source>
            <translation type="vanished">允许此对话使用网络</translation>
        </message>
        <message>
            <source>List these commands</source>
            <translation type="vanished">列出这些命令</translation>
        </message>
        <message>
            <source>Look plans over before they run, or no longer</source>
            <translation type="vanished">执行前审阅计划，或不再审阅</translation>
        </message>
        <message>
            <source>One agent with its tools</source>
            <translation type="vanished">一个代理使用工具</translation>
        </message>
        <message>
            <source>Plan it in parts, with code and checks</source>
            <translation type="vanished">分部分规划，辅以代码和核对</translation>
        </message>
        <message>
            <source>Quote pages; no model call</source>
            <translation type="vanished">引用网页原文；不调用模型</translation>
        </message>
        <message>
            <source>Quotes only: no model</source>
            <translation type="vanished">仅引文：不使用模型</translation>
        </message>
        <message>
            <source>Save this conversation as a file</source>
            <translation type="vanished">将此对话保存为文件</translation>
        </message>
        <message>
            <source>Set the time limit</source>
            <translation type="vanished">设置时限</translation>
        </message>
        <message>
            <source>Show these commands</source>
            <translation type="vanished">显示这些命令</translation>
        </message>
        <message>
            <source>Start a new chat</source>
            <translation type="vanished">开始新对话</translation>
        </message>
        <message>
            <source>Switch the network off for this conversation</source>
            <translation type="vanished">为此对话关闭网络</translation>
        </message>
        <message>
            <source>Switch the network on for this conversation</source>
            <translation type="vanished">为此对话打开网络</translation>
        </message>
        <message>
            <source>Team: let three agents check each other's work</source>
            <translation type="vanished">团队：三个智能体互相检查</translation>
        </message>
        <message>
            <source>Team: let three agents check one another</source>
            <translation type="vanished">团队：三个智能体互相检查</translation>
        </message>
        <message>
            <source>Turn plan review on or off</source>
            <translation type="vanished">开启或关闭计划审阅</translation>
        </message>
        <message>
            <source>Verifier, searcher and answerer take turns</source>
            <translation type="vanished">核验者、搜索者和回答者轮流工作</translation>
        </message>
        <message>
            <source>Which model answers</source>
            <translation type="vanished">由哪个模型回答</translation>
        </message>
        <message>
            <source>format</source>
            <translation type="vanished">格式</translation>
        </message>
        <message>
            <source>name</source>
            <translation type="vanished">名称</translation>
        </message>
        <message>
            <source>question</source>
            <translation type="vanished">问题</translation>
        </message>
        <message>
            <source>seconds</source>
            <translation type="vanished">秒数</translation>
        </message>
        <message>
            <source>text</source>
            <translation type="vanished">文本</translation>
        </message>
    </context>
    <context>
        <name>SlashPopup</name>
        <message>
            <source>Commands</source>
            <translation type="vanished">命令</translation>
        </message>
    </context>
    <context>
        <name>SleepLine</name>
        <message>
            <source>At the latest it goes on at {0}</source>
            <translation type="vanished">最迟于 {0} 继续</translation>
        </message>
        <message>
            <source>Let the run go on now</source>
            <translation type="vanished">让运行立即继续</translation>
        </message>
        <message>
            <source>Let the run wait before its next model call; its time stands still</source>
            <translation type="vanished">让运行在下一次模型调用前等待；期间计时暂停</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation type="vanished">暂停</translation>
        </message>
        <message>
            <source>Pause the run</source>
            <translation type="vanished">暂停运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/sleep_line.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>Paused: press Resume</source>
            <translation type="vanished">已暂停：请按“继续”</translation>
        </message>
        <message>
            <source>Pauses before the next step…</source>
            <translation type="vanished">将在下一步之前暂停…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/sleep_line.py" />
            <source>Pausing before the next step…</source>
            <translation>将在下一步之前暂停…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/sleep_line.py" />
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/sleep_line.py" />
            <source>Resume now</source>
            <translation>立即继续</translation>
        </message>
        <message>
            <source>Resume the run</source>
            <translation type="vanished">继续运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/sleep_line.py" />
            <source>Resumes by {0}</source>
            <translation>最迟在 {0} 继续</translation>
        </message>
        <message>
            <source>Sleeping</source>
            <translation type="vanished">休眠中</translation>
        </message>
        <message>
            <source>Sleeping until “{0}” ends</source>
            <translation type="vanished">休眠至“{0}”结束</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/sleep_line.py" />
            <source>Sleeping · {0} left</source>
            <translation>休眠中 · 剩余 {0}</translation>
        </message>
        <message>
            <source>Sleeping: press Resume</source>
            <translation type="vanished">休眠中：请按“继续”</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/sleep_line.py" />
            <source>Waiting for you to resume</source>
            <translation>等待您继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/composer/sleep_line.py" />
            <source>Waiting for “{0}”</source>
            <translation>正在等待“{0}”</translation>
        </message>
        <message>
            <source>press Resume</source>
            <translation type="vanished">按“继续”</translation>
        </message>
        <message>
            <source>press Resume or {0}</source>
            <translation type="vanished">按“继续”或 {0}</translation>
        </message>
    </context>
    <context>
        <name>SnapshotViewer</name>
        <message>
            <source>Cited passage before</source>
            <translation type="vanished">上一处引用段落</translation>
        </message>
        <message>
            <source>Cited passage {0} of {1}</source>
            <translation type="vanished">引用段落 {0} / {1}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Document</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Find</source>
            <translation type="vanished">查找</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/snapshot_viewer.py" />
            <source>Find (Ctrl+F)</source>
            <translation>查找 (Ctrl+F)</translation>
        </message>
        <message>
            <source>Find (Ctrl+F); Enter goes on</source>
            <translation type="vanished">查找 (Ctrl+F)；Enter 继续</translation>
        </message>
        <message>
            <source>Find in this page</source>
            <translation type="vanished">在此网页中查找</translation>
        </message>
        <message>
            <source>Find in this text (Ctrl+F)</source>
            <translation type="vanished">在此文本中查找 (Ctrl+F)</translation>
        </message>
        <message>
            <source>Find the next</source>
            <translation type="vanished">查找下一处</translation>
        </message>
        <message>
            <source>Find the one before</source>
            <translation type="vanished">查找上一处</translation>
        </message>
        <message>
            <source>Next cited passage</source>
            <translation type="vanished">下一处引用段落</translation>
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
            <source>Opening the stored page…</source>
            <translation type="vanished">正在打开存储的网页…</translation>
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
            <source>Save the page as discovery</source>
            <translation type="vanished">将页面保存为发现</translation>
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
            <source>Stored text of the page</source>
            <translation type="vanished">网页的存储文本</translation>
        </message>
        <message>
            <source>not found</source>
            <translation type="vanished">未找到</translation>
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
            <source>Shows this source in the panel</source>
            <translation type="vanished">在面板中显示此来源</translation>
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
        <name>SourceRow</name>
        <message>
            <source>Copy the address</source>
            <translation type="vanished">复制地址</translation>
        </message>
        <message>
            <source>Open in browser</source>
            <translation type="vanished">在浏览器中打开</translation>
        </message>
        <message>
            <source>Opens {0} in the browser</source>
            <translation type="vanished">在浏览器中打开 {0}</translation>
        </message>
        <message>
            <source>Save as discovery</source>
            <translation type="vanished">保存为发现</translation>
        </message>
        <message>
            <source>Source {0}: {1}</source>
            <translation type="vanished">来源 {0}：{1}</translation>
        </message>
        <message>
            <source>This page was read</source>
            <translation type="vanished">此网页已读取</translation>
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
            <source>Nothing on this page is quoted.</source>
            <translation type="vanished">此网页没有引文。</translation>
        </message>
        <message>
            <source>Read or found, not cited</source>
            <translation type="vanished">已读取或找到，未引用</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Source {0}</source>
            <translation>来源 {0}</translation>
        </message>
        <message>
            <source>nothing is quoted</source>
            <translation type="vanished">没有引文</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>preview only</source>
            <translation>仅预览</translation>
        </message>
        <message>
            <source>read</source>
            <translation type="vanished">已读取</translation>
        </message>
        <message>
            <source>read {0}</source>
            <translation type="vanished">读取于 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>snippet only</source>
            <translation>仅有摘要片段</translation>
        </message>
        <message>
            <source>the stored page cannot be shown</source>
            <translation type="vanished">无法显示存储的网页</translation>
        </message>
    </context>
    <context>
        <name>SourcesList</name>
        <message>
            <source>Source {0} says: {1}</source>
            <translation type="vanished">来源 {0} 写道：{1}</translation>
        </message>
        <message>
            <source>Sources</source>
            <translation type="vanished">来源</translation>
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
            <source>Copy the reference</source>
            <translation type="vanished">复制参考文献</translation>
        </message>
        <message>
            <source>Copy the reference (Ctrl+C)</source>
            <translation type="vanished">复制参考文献 (Ctrl+C)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>No pages read yet.</source>
            <translation>尚未读取任何页面。</translation>
        </message>
        <message>
            <source>Nothing has been read yet.</source>
            <translation type="vanished">还没有读取任何内容。</translation>
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
            <source>Open the stored page</source>
            <translation type="vanished">打开存储的网页</translation>
        </message>
        <message>
            <source>Open the stored page (Enter)</source>
            <translation type="vanished">打开存储的网页 (Enter)</translation>
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
            <source>Save the source as discovery (Ctrl+Shift+D)</source>
            <translation type="vanished">将来源保存为发现 (Ctrl+Shift+D)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>The sources of an answer appear here.</source>
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
            <source>Copy as BibTeX</source>
            <translation type="vanished">复制为 BibTeX</translation>
        </message>
        <message>
            <source>Copy as Markdown</source>
            <translation type="vanished">复制为 Markdown</translation>
        </message>
        <message>
            <source>Copy as text</source>
            <translation type="vanished">复制为文本</translation>
        </message>
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
            <source>Copy reference</source>
            <translation type="vanished">复制参考文献</translation>
        </message>
        <message>
            <source>Copy the quote</source>
            <translation type="vanished">复制引文</translation>
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
            <source>Open the stored page</source>
            <translation type="vanished">打开存储的网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/panels/sources.py" />
            <source>Right Arrow for quotes, Enter for the stored page, Ctrl+Enter for the browser</source>
            <translation>向右键显示引文，Enter 打开已存储的页面，Ctrl+Enter 打开浏览器</translation>
        </message>
        <message>
            <source>Right unfolds the quotes, Enter opens the stored page, Ctrl+Enter the browser</source>
            <translation type="vanished">Right 展开引文，Enter 打开存储的网页，Ctrl+Enter 打开浏览器</translation>
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
            <source>Begin with the usual settings</source>
            <translation type="vanished">使用默认设置启动</translation>
        </message>
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
            <source>Install the system libraries that it needs (the README names them).</source>
            <translation type="vanished">请安装它所需的系统库（见 README）。</translation>
        </message>
        <message>
            <source>Or begin with the usual settings: the file is kept beside, with “damaged” in its name.</source>
            <translation type="vanished">或使用默认设置启动：原文件会保留在旁边，文件名中带有“damaged”。</translation>
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
        <message>
            <source>The window can't open: {0}.</source>
            <translation type="vanished">无法打开窗口：{0}。</translation>
        </message>
        <message>
            <source>The window cannot open: {0}.</source>
            <translation type="vanished">无法打开窗口：{0}。</translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message>
            <source>Budget</source>
            <translation type="vanished">预算</translation>
        </message>
        <message>
            <source>Budget · {0}</source>
            <translation type="vanished">预算 · {0}</translation>
        </message>
        <message>
            <source>Budget · {0} parts</source>
            <translation type="vanished">预算 · {0} 个部分</translation>
        </message>
        <message>
            <source>Context</source>
            <translation type="vanished">上下文</translation>
        </message>
        <message>
            <source>Context used</source>
            <translation type="vanished">已用上下文</translation>
        </message>
        <message>
            <source>Context: {0} of {1} tokens</source>
            <translation type="vanished">上下文：{0} / {1} 个 token</translation>
        </message>
        <message>
            <source>It asked for a pause; the next engine answers meanwhile</source>
            <translation type="vanished">它要求暂停；期间由下一个引擎响应</translation>
        </message>
        <message>
            <source>Looking for a model…</source>
            <translation type="vanished">正在查找模型…</translation>
        </message>
        <message>
            <source>Network switch</source>
            <translation type="vanished">网络开关</translation>
        </message>
        <message>
            <source>No model</source>
            <translation type="vanished">没有模型</translation>
        </message>
        <message>
            <source>Offline</source>
            <translation type="vanished">离线</translation>
        </message>
        <message>
            <source>Offline forbids every connection but those to this machine</source>
            <translation type="vanished">离线时禁止除本机之外的一切连接</translation>
        </message>
        <message>
            <source>Online</source>
            <translation type="vanished">在线</translation>
        </message>
        <message>
            <source>Set by {0}, which wins</source>
            <translation type="vanished">已由 {0} 设定，以其为准</translation>
        </message>
        <message>
            <source>Time used</source>
            <translation type="vanished">已用时间</translation>
        </message>
        <message>
            <source>Waits for you</source>
            <translation type="vanished">等待您</translation>
        </message>
        <message>
            <source>not ready</source>
            <translation type="vanished">未就绪</translation>
        </message>
        <message>
            <source>ready</source>
            <translation type="vanished">已就绪</translation>
        </message>
        <message>
            <source>{0} of {1} used</source>
            <translation type="vanished">已用 {0} / {1}</translation>
        </message>
        <message>
            <source>{0} rests {1}</source>
            <translation type="vanished">{0} 休息 {1}</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation type="vanished">{0} 秒</translation>
        </message>
        <message>
            <source>{0} tok/s</source>
            <translation type="vanished">{0} token/秒</translation>
        </message>
        <message>
            <source>≈ {0} tok/s</source>
            <translation type="vanished">≈ {0} token/秒</translation>
        </message>
    </context>
    <context>
        <name>StepCard</name>
        <message>
            <source>Choose a model provider to get written answers</source>
            <translation type="vanished">选择模型提供方以获得书面回答</translation>
        </message>
        <message>
            <source>Choose a provider and store a key (Ctrl+,)</source>
            <translation type="vanished">选择服务方并存入密钥 (Ctrl+,)</translation>
        </message>
        <message>
            <source>Command for a terminal</source>
            <translation type="vanished">终端命令</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
        <message>
            <source>Copy command</source>
            <translation type="vanished">复制命令</translation>
        </message>
        <message>
            <source>Copy the command</source>
            <translation type="vanished">复制命令</translation>
        </message>
        <message>
            <source>Download a model to get written answers</source>
            <translation type="vanished">下载模型以获得书面回答</translation>
        </message>
        <message>
            <source>Download {0}</source>
            <translation type="vanished">下载 {0}</translation>
        </message>
        <message>
            <source>Get {0}</source>
            <translation type="vanished">获取 {0}</translation>
        </message>
        <message>
            <source>Install Ollama to get written answers</source>
            <translation type="vanished">安装 Ollama 以获得书面回答</translation>
        </message>
        <message>
            <source>It runs models on this computer.</source>
            <translation type="vanished">它在本机运行模型。</translation>
        </message>
        <message>
            <source>It runs models on this computer. In a terminal:</source>
            <translation type="vanished">它在本机运行模型。在终端中：</translation>
        </message>
        <message>
            <source>It runs on this computer.</source>
            <translation type="vanished">它在本机上运行。</translation>
        </message>
        <message>
            <source>Look again</source>
            <translation type="vanished">重新查找</translation>
        </message>
        <message>
            <source>Look for a model once more</source>
            <translation type="vanished">再次查找模型</translation>
        </message>
        <message>
            <source>Ollama is installed. Start it</source>
            <translation type="vanished">Ollama 已安装，请启动它</translation>
        </message>
        <message>
            <source>Ollama runs models on this computer.</source>
            <translation type="vanished">Ollama 在本机上运行模型。</translation>
        </message>
        <message>
            <source>Ollama runs. It needs a model</source>
            <translation type="vanished">Ollama 正在运行，但需要一个模型</translation>
        </message>
        <message>
            <source>Ollama, OpenAI, Anthropic or any compatible server.</source>
            <translation type="vanished">Ollama、OpenAI、Anthropic 或任何兼容服务。</translation>
        </message>
        <message>
            <source>Open ollama.com/download</source>
            <translation type="vanished">打开 ollama.com/download</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Open settings</source>
            <translation>打开设置</translation>
        </message>
        <message>
            <source>Start Ollama to get written answers</source>
            <translation type="vanished">启动 Ollama 以获得书面回答</translation>
        </message>
        <message>
            <source>The network is switched off</source>
            <translation type="vanished">网络已关闭</translation>
        </message>
        <message>
            <source>To have a model answer: choose who runs it</source>
            <translation type="vanished">若要由模型回答：选择由谁运行</translation>
        </message>
        <message>
            <source>To have a model answer: install Ollama</source>
            <translation type="vanished">若要由模型回答：安装 Ollama</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/pages/welcome.py" />
            <source>Use a different provider</source>
            <translation>使用其他提供方</translation>
        </message>
        <message>
            <source>Use another service</source>
            <translation type="vanished">使用其他服务</translation>
        </message>
        <message>
            <source>Without a model, you get quotes from the web.</source>
            <translation type="vanished">没有模型时，您会得到网络引文。</translation>
        </message>
        <message>
            <source>You are offline</source>
            <translation type="vanished">您处于离线状态</translation>
        </message>
        <message>
            <source>You can still ask about documents you attach and read earlier conversations. The switch is at the bottom of the window.</source>
            <translation type="vanished">仍可就附件提问，也可阅读以前的对话。开关在窗口底部。</translation>
        </message>
        <message>
            <source>You can still ask about files you attach and your documents.</source>
            <translation type="vanished">您仍可就附加的文件和您的文档提问。</translation>
        </message>
    </context>
    <context>
        <name>Steps</name>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Answer at once</source>
            <translation>立即回答</translation>
        </message>
        <message>
            <source>Ask again for text</source>
            <translation type="vanished">再次请求文本</translation>
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
            <translation>评审</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Critique the draft</source>
            <translation>评审草稿</translation>
        </message>
        <message>
            <source>Explain the number</source>
            <translation type="vanished">解释数值</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Gather evidence</source>
            <translation>收集证据</translation>
        </message>
        <message>
            <source>Hold the answer to the evidence</source>
            <translation type="vanished">使回答与证据一致</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Is there enough evidence?</source>
            <translation>找到的内容是否足够？</translation>
        </message>
        <message>
            <source>Is what was found enough?</source>
            <translation type="vanished">找到的内容是否足够？</translation>
        </message>
        <message>
            <source>Look at both workings</source>
            <translation type="vanished">对照两种演算</translation>
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
            <source>Work the number out again</source>
            <translation type="vanished">重新计算数值</translation>
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
        <name>StrategyPicker</name>
        <message>
            <source>Choose how thoroughly to work on the question</source>
            <translation type="vanished">选择处理问题的深入程度</translation>
        </message>
        <message>
            <source>How the question is carried out</source>
            <translation type="vanished">如何处理该问题</translation>
        </message>
        <message>
            <source>Mode</source>
            <translation type="vanished">模式</translation>
        </message>
        <message>
            <source>Strategy</source>
            <translation type="vanished">策略</translation>
        </message>
    </context>
    <context>
        <name>SuggestedRow</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download</source>
            <translation>下载</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/model_manager.py" />
            <source>Download {0}</source>
            <translation>下载 {0}</translation>
        </message>
        <message>
            <source>Download {0} with Ollama</source>
            <translation type="vanished">用 Ollama 下载 {0}</translation>
        </message>
        <message>
            <source>Get</source>
            <translation type="vanished">获取</translation>
        </message>
        <message>
            <source>Get {0}</source>
            <translation type="vanished">获取 {0}</translation>
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
        <name>TaskLines</name>
        <message>
            <source>Asked in another chat</source>
            <translation type="vanished">在另一对话中提出</translation>
        </message>
        <message>
            <source>Asked in another conversation</source>
            <translation type="vanished">在另一个对话中提出</translation>
        </message>
        <message>
            <source>Asked in “{0}”</source>
            <translation type="vanished">在“{0}”中提出</translation>
        </message>
        <message>
            <source>Background run: {0}, {1}</source>
            <translation type="vanished">后台运行：{0}，{1}</translation>
        </message>
        <message>
            <source>Background task: {0}, {1}</source>
            <translation type="vanished">后台任务：{0}，{1}</translation>
        </message>
        <message>
            <source>No longer in the list</source>
            <translation type="vanished">已不在列表中</translation>
        </message>
        <message>
            <source>No longer listed</source>
            <translation type="vanished">已不在列表中</translation>
        </message>
        <message>
            <source>Open the chat in which this was asked</source>
            <translation type="vanished">打开提出此问题的对话</translation>
        </message>
        <message>
            <source>Open the chat where this was asked</source>
            <translation type="vanished">打开提出此问题的对话</translation>
        </message>
        <message>
            <source>Open the conversation in which this was asked</source>
            <translation type="vanished">打开提出此问题的对话</translation>
        </message>
        <message>
            <source>Open the conversation of this run</source>
            <translation type="vanished">打开此运行的对话</translation>
        </message>
        <message>
            <source>Open this task's chat</source>
            <translation type="vanished">打开此任务的对话</translation>
        </message>
    </context>
    <context>
        <name>TemplateView</name>
        <message>
            <source>Choose a template to see its steps.</source>
            <translation type="vanished">选择一个模板以查看其步骤。</translation>
        </message>
        <message>
            <source>For: {0}</source>
            <translation type="vanished">适用于：{0}</translation>
        </message>
        <message>
            <source>Has a solver that computes the answer.</source>
            <translation type="vanished">有可以计算答案的求解器。</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation type="vanished">步骤</translation>
        </message>
        <message>
            <source>Template</source>
            <translation type="vanished">模板</translation>
        </message>
        <message>
            <source>What it starts from</source>
            <translation type="vanished">出发点</translation>
        </message>
    </context>
    <context>
        <name>Templates</name>
        <message>
            <source>Assumptions</source>
            <translation type="vanished">前提</translation>
        </message>
        <message>
            <source>Built in</source>
            <translation type="vanished">内置</translation>
        </message>
        <message>
            <source>Combine</source>
            <translation type="vanished">综合</translation>
        </message>
        <message>
            <source>Compute</source>
            <translation type="vanished">计算</translation>
        </message>
        <message>
            <source>Define</source>
            <translation type="vanished">定义</translation>
        </message>
        <message>
            <source>Description</source>
            <translation type="vanished">说明</translation>
        </message>
        <message>
            <source>Keywords</source>
            <translation type="vanished">关键词</translation>
        </message>
        <message>
            <source>Keywords, separated by commas</source>
            <translation type="vanished">关键词,用英文逗号分隔</translation>
        </message>
        <message>
            <source>List</source>
            <translation type="vanished">列举</translation>
        </message>
        <message>
            <source>Look up</source>
            <translation type="vanished">查找</translation>
        </message>
        <message>
            <source>Put together</source>
            <translation type="vanished">汇总</translation>
        </message>
        <message>
            <source>Reasoning templates</source>
            <translation type="vanished">推理模板</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation type="vanished">移除</translation>
        </message>
        <message>
            <source>Remove this template (Delete)</source>
            <translation type="vanished">移除此模板 (Delete)</translation>
        </message>
        <message>
            <source>Remove “{0}”?</source>
            <translation type="vanished">移除“{0}”?</translation>
        </message>
        <message>
            <source>Remove…</source>
            <translation type="vanished">移除…</translation>
        </message>
        <message>
            <source>Save</source>
            <translation type="vanished">保存</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/template_controller.py" />
            <source>Save as template</source>
            <translation>存为模板</translation>
        </message>
        <message>
            <source>Similar questions will follow these steps.</source>
            <translation type="vanished">类似的问题将按这些步骤处理。</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation type="vanished">步骤</translation>
        </message>
        <message>
            <source>Template</source>
            <translation type="vanished">模板</translation>
        </message>
        <message>
            <source>This can't be undone.</source>
            <translation type="vanished">此操作无法撤销。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/dialogs/template_controller.py" />
            <source>Title</source>
            <translation>标题</translation>
        </message>
        <message>
            <source>Used for: {0}</source>
            <translation type="vanished">用于:{0}</translation>
        </message>
        <message>
            <source>Verify</source>
            <translation type="vanished">核对</translation>
        </message>
        <message>
            <source>Your own</source>
            <translation type="vanished">您的模板</translation>
        </message>
        <message>
            <source>after {0}</source>
            <translation type="vanished">在 {0} 之后</translation>
        </message>
    </context>
    <context>
        <name>TemplatesDialog</name>
        <message>
            <source>Reasoning templates</source>
            <translation type="vanished">推理模板</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation type="vanished">移除</translation>
        </message>
        <message>
            <source>Remove this template of yours (Delete)</source>
            <translation type="vanished">移除您的此模板（Delete）</translation>
        </message>
        <message>
            <source>Remove “{0}”? It cannot be undone.</source>
            <translation type="vanished">移除“{0}”？此操作无法撤销。</translation>
        </message>
        <message>
            <source>Search templates</source>
            <translation type="vanished">搜索模板</translation>
        </message>
    </context>
    <context>
        <name>TemplatesModel</name>
        <message>
            <source>Built in</source>
            <translation type="vanished">内置</translation>
        </message>
        <message>
            <source>Your own</source>
            <translation type="vanished">您自己的</translation>
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
        <message>
            <source>{0} min</source>
            <translation type="vanished">{0} 分钟</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation type="vanished">{0} 秒</translation>
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
        <name>TokenLabel</name>
        <message>
            <source>About how much of the model's context the question takes</source>
            <translation type="vanished">该问题大约占用模型上下文的多少</translation>
        </message>
        <message>
            <source>Estimated share of the model's context</source>
            <translation type="vanished">估计占模型上下文的比例</translation>
        </message>
        <message>
            <source>Exceeds the model's context of {0} tokens; the oldest text is left out</source>
            <translation type="vanished">超出模型 {0} 词元的上下文；最早的文本会被省略</translation>
        </message>
        <message>
            <source>More than the model's context of {0} tokens: the oldest is left out</source>
            <translation type="vanished">超出模型 {0} 个 token 的上下文：最早的内容会被略去</translation>
        </message>
        <message>
            <source>≈ {0} tokens</source>
            <translation type="vanished">≈ {0} 个 token</translation>
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
            <source>1 run goes on</source>
            <translation type="vanished">1 个运行仍在继续</translation>
        </message>
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
            <source>Offline</source>
            <translation type="vanished">离线</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation type="vanished">退出</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation type="vanished">运行</translation>
        </message>
        <message>
            <source>Runs ({0} active)</source>
            <translation type="vanished">运行（{0} 个进行中）</translation>
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
            <source>{0} runs go on</source>
            <translation type="vanished">{0} 个运行仍在继续</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/tray.py" />
            <source>{0} tasks in progress</source>
            <translation>{0} 个任务进行中</translation>
        </message>
    </context>
    <context>
        <name>UndoBar</name>
        <message>
            <source>Dismiss</source>
            <translation type="vanished">关闭</translation>
        </message>
        <message>
            <source>Put it back</source>
            <translation type="vanished">恢复</translation>
        </message>
        <message>
            <source>Put this line away</source>
            <translation type="vanished">收起此行</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation type="vanished">撤销</translation>
        </message>
    </context>
    <context>
        <name>Upkeep</name>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>1 chat</source>
            <translation>1 个对话</translation>
        </message>
        <message>
            <source>1 conversation</source>
            <translation type="vanished">1 个对话</translation>
        </message>
        <message>
            <source>1 crash report</source>
            <translation type="vanished">1 份崩溃报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>1 discovery</source>
            <translation>1 个发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>1 document folder</source>
            <translation>1 个文档文件夹</translation>
        </message>
        <message>
            <source>1 folder of documents</source>
            <translation type="vanished">1 个文档文件夹</translation>
        </message>
        <message>
            <source>1 recorded run</source>
            <translation type="vanished">1 次记录的运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>1 recorded task</source>
            <translation>1 个任务记录</translation>
        </message>
        <message>
            <source>1 report of a failure is kept on this machine.</source>
            <translation type="vanished">本机保存有 1 份故障报告。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>1 saved page</source>
            <translation>1 个已存网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>1 schedule</source>
            <translation>1 个定时提问</translation>
        </message>
        <message>
            <source>1 scheduled question</source>
            <translation type="vanished">1 个定时提问</translation>
        </message>
        <message>
            <source>1 stored page</source>
            <translation type="vanished">1 个存储的网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>1 template</source>
            <translation>1 个模板</translation>
        </message>
        <message>
            <source>1 template of your own</source>
            <translation type="vanished">1 个自己的模板</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>All files</source>
            <translation>所有文件</translation>
        </message>
        <message>
            <source>Asks for a backup, and shows first what is in it</source>
            <translation type="vanished">选择一个备份，并先显示其内容</translation>
        </message>
        <message>
            <source>Asks now whether there is a newer version</source>
            <translation type="vanished">立即查询是否有新版本</translation>
        </message>
        <message>
            <source>Asks where to write the file</source>
            <translation type="vanished">询问文件的保存位置</translation>
        </message>
        <message>
            <source>Asks where to write the file; nothing is sent</source>
            <translation type="vanished">询问文件的保存位置；不会发送任何内容</translation>
        </message>
        <message>
            <source>Asks {0} for a signed list; nothing about you is sent.</source>
            <translation type="vanished">向 {0} 获取签名列表；不发送任何个人信息。</translation>
        </message>
        <message>
            <source>At the next start, this backup replaces everything in Desktop Agent. Your current data is kept in a folder beside it.</source>
            <translation type="vanished">下次启动时，此备份将取代 Desktop Agent 中的全部内容。当前数据会保留在旁边的文件夹中。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Backup</source>
            <translation>备份</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Backup cancelled</source>
            <translation>已取消备份</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Backup restored</source>
            <translation>备份已恢复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Backup saved as {0} ({1} unpacked)</source>
            <translation>备份已保存为 {0}（解压后 {1}）</translation>
        </message>
        <message>
            <source>Breaks this off (Esc)</source>
            <translation type="vanished">中止 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Can't be used: {0}</source>
            <translation>无法使用：{0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Cancel restoring. The backup file is kept.</source>
            <translation>取消恢复。备份文件会保留。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Change the address…</source>
            <translation>更改地址…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Check now</source>
            <translation>立即检查</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Checking for a new version…</source>
            <translation>正在检查新版本…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Checking…</source>
            <translation>正在检查…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Choose a backup and see what is in it</source>
            <translation>选择备份并查看其内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Collecting diagnostics…</source>
            <translation>正在收集诊断信息…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Collecting your data…</source>
            <translation>正在收集您的数据…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Crash reports</source>
            <translation>崩溃报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Date unknown</source>
            <translation>日期未知</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Delete crash reports</source>
            <translation type="vanished">删除崩溃报告</translation>
        </message>
        <message>
            <source>Desktop Agent ended unexpectedly last time. A report is kept on this machine.</source>
            <translation type="vanished">Desktop Agent 上次意外退出。本机保存了一份报告。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Desktop Agent quit unexpectedly last time. A report is kept on this computer.</source>
            <translation>Desktop Agent 上次意外退出。报告已保存在本机。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Desktop Agent {0}</source>
            <translation>Desktop Agent {0} 版</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Diagnostics</source>
            <translation>诊断</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Dismiss (Esc)</source>
            <translation type="vanished">关闭 (Esc)</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Don't restore</source>
            <translation>不恢复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Download</source>
            <translation>下载</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Download and check the new version. Nothing is installed.</source>
            <translation>下载并校验新版本。不会安装任何内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Download cancelled</source>
            <translation>已取消下载</translation>
        </message>
        <message>
            <source>Downloading version {0}: {1} %</source>
            <translation type="vanished">正在下载版本 {0}：{1}%</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Downloading…</source>
            <translation>正在下载…</translation>
        </message>
        <message>
            <source>Downloads the newer version and checks it; installs nothing</source>
            <translation type="vanished">下载新版本并进行检查；不会安装</translation>
        </message>
        <message>
            <source>Everything is in {0} ({1} once it is unpacked).</source>
            <translation type="vanished">全部内容已存入 {0}（解压后 {1}）。</translation>
        </message>
        <message>
            <source>Forget</source>
            <translation type="vanished">清除</translation>
        </message>
        <message>
            <source>Forget all</source>
            <translation type="vanished">全部清除</translation>
        </message>
        <message>
            <source>Forget the reports of failures</source>
            <translation type="vanished">清除故障报告</translation>
        </message>
        <message>
            <source>Gathering what is needed…</source>
            <translation type="vanished">正在收集所需内容…</translation>
        </message>
        <message>
            <source>Gathering what there is…</source>
            <translation type="vanished">正在收集现有内容…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Gets a signed list of versions from {0}. Nothing about you is sent.</source>
            <translation>向 {0} 请求一份签名列表。不会发送任何关于您的信息。</translation>
        </message>
        <message>
            <source>Kept on this computer only. A report says where the program failed, and nothing of what you asked or read.</source>
            <translation type="vanished">仅保存在本机。报告只说明程序在何处出错，不含您的提问或阅读内容。</translation>
        </message>
        <message>
            <source>Kept on this machine alone. A report says where in the program something failed, and nothing of what you asked or read.</source>
            <translation type="vanished">仅保存在本机。报告只说明程序在何处出错，不含提过的问题或读过的内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Kept only on this computer. A report says where the app failed and contains nothing you asked or read.</source>
            <translation>仅保存在本机。报告只说明程序在何处出错，不含您的提问或阅读内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Keys for a new server, not sent until you allow it:</source>
            <translation>将用于新服务器的密钥，在您允许前不会发送：</translation>
        </message>
        <message>
            <source>Keys for providers are not in it: they stay in the keyring of this computer. The file is not encrypted, so keep it where you keep your own documents.</source>
            <translation type="vanished">其中不含服务方的密钥：它们留在本机的密钥环中。文件未加密，请像自己的文档一样妥善保管。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Keys stay in the keyring. The file is not encrypted, so keep it safe.</source>
            <translation>密钥留在密钥环中。文件未加密，请妥善保管。</translation>
        </message>
        <message>
            <source>Keys that would go to a new server, and are not sent until you allow it:</source>
            <translation type="vanished">将会发往新服务器的密钥，在你允许之前不会发送：</translation>
        </message>
        <message>
            <source>Leave everything as it is</source>
            <translation type="vanished">保持现状</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Leaves out keys, questions, answers, pages, folder names and hosts. Nothing is sent: you decide who gets the file.</source>
            <translation>不含密钥、问题、回答、网页、文件夹名和主机。不会发送任何内容：由您决定把文件交给谁。</translation>
        </message>
        <message>
            <source>Left out are keys, questions, answers, pages, the names of your folders, and the hosts that were spoken to. Nothing is sent: you decide who gets the file.</source>
            <translation type="vanished">不含密钥、问题、回答、网页、文件夹名称以及连接过的主机。不会发送任何内容：文件交给谁由自己决定。</translation>
        </message>
        <message>
            <source>Looking for a newer version…</source>
            <translation type="vanished">正在查找新版本…</translation>
        </message>
        <message>
            <source>Looking what is in it…</source>
            <translation type="vanished">正在查看其内容…</translation>
        </message>
        <message>
            <source>MCP servers, off until you confirm each in the settings:</source>
            <translation type="vanished">MCP 服务器，在设置中逐个确认之前保持关闭：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>MCP servers, off until you confirm them in Settings:</source>
            <translation>MCP 服务器，在设置中确认前保持关闭：</translation>
        </message>
        <message>
            <source>MCP servers, off until you confirm them in the settings:</source>
            <translation type="vanished">MCP 服务器，在设置中确认前保持关闭：</translation>
        </message>
        <message>
            <source>Made at an unknown time</source>
            <translation type="vanished">创建时间未知</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Made on {0}</source>
            <translation>创建于 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Make a backup</source>
            <translation>创建备份</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Make a backup…</source>
            <translation>创建备份…</translation>
        </message>
        <message>
            <source>Newer versions of the program.</source>
            <translation type="vanished">程序的新版本。</translation>
        </message>
        <message>
            <source>No crash reports</source>
            <translation type="vanished">没有崩溃报告</translation>
        </message>
        <message>
            <source>Not usable: {0}</source>
            <translation type="vanished">无法使用：{0}</translation>
        </message>
        <message>
            <source>One file for those who look for a fault: versions of the program and of this system, the settings that differ from the usual, the log, and reports of failures.</source>
            <translation type="vanished">供排查故障者使用的一个文件：程序和系统的版本、与默认值不同的设置、日志以及故障报告。</translation>
        </message>
        <message>
            <source>One file with everything of yours: settings, conversations, runs and the pages that they read, discoveries, templates, scheduled questions, MCP servers, and which folders your documents are in.</source>
            <translation type="vanished">一个包含全部个人内容的文件：设置、对话、运行及其读过的网页、发现、模板、定时提问、MCP 服务器，以及文档所在的文件夹。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Open installer</source>
            <translation>打开安装程序</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Reading the backup…</source>
            <translation>正在读取备份…</translation>
        </message>
        <message>
            <source>Reports of failures</source>
            <translation type="vanished">故障报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Restore a backup</source>
            <translation>恢复备份</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Restore and quit</source>
            <translation>恢复并退出</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Restore…</source>
            <translation>恢复…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Save diagnostics</source>
            <translation>保存诊断信息</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Save diagnostics…</source>
            <translation>保存诊断信息…</translation>
        </message>
        <message>
            <source>Saved as {0}. Look through it before you give it away.</source>
            <translation type="vanished">已保存为 {0}。交给他人之前请先查看其内容。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Saved as {0}. Read it before you share it.</source>
            <translation>已保存为 {0}。分享前请先查看。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>Send it there</source>
            <translation type="vanished">发送到那里</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Settings and MCP servers</source>
            <translation>设置和 MCP 服务器</translation>
        </message>
        <message>
            <source>Settings that change which servers are asked or what may be read:</source>
            <translation type="vanished">会改变询问哪些服务器或可读取内容的设置：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Settings that change which servers are contacted or what may be read:</source>
            <translation>会改变询问哪些服务器或可读取内容的设置：</translation>
        </message>
        <message>
            <source>Settings that change who is asked, or what may be read:</source>
            <translation type="vanished">改变询问对象或可读取内容的设置：</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Show</source>
            <translation>查看</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Show crash reports</source>
            <translation>显示崩溃报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Show previous data</source>
            <translation>显示之前的数据</translation>
        </message>
        <message>
            <source>Show the reports of failures</source>
            <translation type="vanished">查看故障报告</translation>
        </message>
        <message>
            <source>Show what was there before</source>
            <translation type="vanished">显示此前的内容</translation>
        </message>
        <message>
            <source>Show…</source>
            <translation type="vanished">查看…</translation>
        </message>
        <message>
            <source>So that nothing is lost, and faults are found.</source>
            <translation type="vanished">避免内容丢失，便于排查故障。</translation>
        </message>
        <message>
            <source>Start the program again afterwards</source>
            <translation type="vanished">之后请重新启动程序</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>The backup has not been restored yet: {0}</source>
            <translation>备份尚未恢复：{0}</translation>
        </message>
        <message>
            <source>The backup still waits to be restored: {0}</source>
            <translation type="vanished">备份仍在等待恢复：{0}</translation>
        </message>
        <message>
            <source>The backup takes everything's place when the program is started next.</source>
            <translation type="vanished">下次启动程序时，备份将取代现有的全部内容。</translation>
        </message>
        <message>
            <source>The backup that waits is not restored; its file stays</source>
            <translation type="vanished">不恢复正在等待的备份；其文件会保留</translation>
        </message>
        <message>
            <source>The backup was broken off. Nothing was left behind.</source>
            <translation type="vanished">备份已中止，未留下任何文件。</translation>
        </message>
        <message>
            <source>The backup was restored.</source>
            <translation type="vanished">备份已恢复。</translation>
        </message>
        <message>
            <source>The backup will be restored at the next start</source>
            <translation type="vanished">备份将在下次启动时恢复</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>The backup will be restored when you restart the app</source>
            <translation>备份将在下次启动时恢复</translation>
        </message>
        <message>
            <source>The documents are indexed anew afterwards, from their folders.</source>
            <translation type="vanished">之后会根据文件夹重新为文档建立索引。</translation>
        </message>
        <message>
            <source>The download was broken off.</source>
            <translation type="vanished">下载已中止。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>The key for {0} was not sent to {1}, a new server. Send it?</source>
            <translation>{0} 的密钥未发送到新服务器 {1}。要发送吗？</translation>
        </message>
        <message>
            <source>The key for {0} was not sent to {1}, where it has never been. Send it there?</source>
            <translation type="vanished">{0} 的密钥未发送到 {1}：它从未发往那里。要发送吗？</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>The next time Desktop Agent starts, this backup will replace all of its data. Your current data will be kept in a separate folder.</source>
            <translation>下次启动时，此备份将取代 Desktop Agent 中的全部内容。当前数据会保留在旁边的文件夹中。</translation>
        </message>
        <message>
            <source>The report</source>
            <translation type="vanished">报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Then start Desktop Agent again</source>
            <translation>然后重新启动 Desktop Agent</translation>
        </message>
        <message>
            <source>There are no reports of failures.</source>
            <translation type="vanished">没有故障报告。</translation>
        </message>
        <message>
            <source>This build has no place for updates. It makes no connection.</source>
            <translation type="vanished">此版本没有更新地址，不会建立连接。</translation>
        </message>
        <message>
            <source>This is the newest version.</source>
            <translation type="vanished">已是最新版本。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation type="vanished">重试</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Unpacking and checking…</source>
            <translation>正在解压和检查…</translation>
        </message>
        <message>
            <source>Updates</source>
            <translation type="vanished">更新</translation>
        </message>
        <message>
            <source>Updates aren't available in this build. It makes no connection.</source>
            <translation type="vanished">此版本不提供更新，也不会建立连接。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Updates aren't available in this build. It never connects to check for them.</source>
            <translation>此版本不提供更新，也不会建立连接。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Version {0}</source>
            <translation>版本 {0}</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <location filename="../../desktop_agent/frontends/ui/window/update_and_crash_notices.py" />
            <source>Version {0} is available</source>
            <translation>版本 {0} 可用</translation>
        </message>
        <message>
            <source>Version {0} is there</source>
            <translation type="vanished">有新版本 {0}</translation>
        </message>
        <message>
            <source>Version {0} of Desktop Agent is there.</source>
            <translation type="vanished">Desktop Agent 有新版本 {0}。</translation>
        </message>
        <message>
            <source>Version {0} was downloaded and checked.</source>
            <translation type="vanished">版本 {0} 已下载并通过检查。</translation>
        </message>
        <message>
            <source>What is new</source>
            <translation type="vanished">新增内容</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>What the backup starts and changes</source>
            <translation>备份会启动和更改的内容</translation>
        </message>
        <message>
            <source>What the backup would start and ask</source>
            <translation type="vanished">此备份会启动和询问什么</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>What's new</source>
            <translation>新增内容</translation>
        </message>
        <message>
            <source>When the program is started next, this takes the place of everything that is there now. What is there now is kept in a folder beside it, so nothing is lost.</source>
            <translation type="vanished">下次启动程序时，此备份将取代现有的全部内容。现有内容会保留在旁边的一个文件夹中，不会丢失。</translation>
        </message>
        <message>
            <source>Which report</source>
            <translation type="vanished">选择报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>You have the latest version</source>
            <translation>您已在使用最新版本</translation>
        </message>
        <message>
            <source>You have the newest version</source>
            <translation type="vanished">您已在使用最新版本</translation>
        </message>
        <message>
            <source>Your documents are indexed again afterwards.</source>
            <translation type="vanished">之后会重新索引您的文档。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>Your documents will be indexed again afterwards.</source>
            <translation>之后会重新索引您的文档。</translation>
        </message>
        <message>
            <source>backup restore save everything file move</source>
            <translation type="vanished">备份 恢复 保存 全部 文件 迁移</translation>
        </message>
        <message>
            <source>diagnostics report log failure crash fault</source>
            <translation type="vanished">诊断 报告 日志 故障 崩溃 错误</translation>
        </message>
        <message>
            <source>version check download newer release</source>
            <translation type="vanished">版本 检查 下载 更新 发布</translation>
        </message>
        <message>
            <source>with version {0}</source>
            <translation type="vanished">版本 {0}</translation>
        </message>
        <message>
            <source>{0} That happens only when you press the button.</source>
            <translation type="vanished">{0}只有按下按钮时才会这样做。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} chats</source>
            <translation>{0} 个对话</translation>
        </message>
        <message>
            <source>{0} conversations</source>
            <translation type="vanished">{0} 个对话</translation>
        </message>
        <message>
            <source>{0} crash reports</source>
            <translation type="vanished">{0} 份崩溃报告</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} discoveries</source>
            <translation>{0} 个发现</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} document folders</source>
            <translation>{0} 个文档文件夹</translation>
        </message>
        <message>
            <source>{0} folders of documents</source>
            <translation type="vanished">{0} 个文档文件夹</translation>
        </message>
        <message>
            <source>{0} is asked for a signed list. Nothing about you is sent.</source>
            <translation type="vanished">向 {0} 请求一份签名列表。不会发送任何关于您的信息。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} of {1}</source>
            <translation>{0} / {1}</translation>
        </message>
        <message>
            <source>{0} recorded runs</source>
            <translation type="vanished">{0} 次记录的运行</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} recorded tasks</source>
            <translation>{0} 个任务记录</translation>
        </message>
        <message>
            <source>{0} reports of failures are kept on this machine.</source>
            <translation type="vanished">本机保存有 {0} 份故障报告。</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} saved pages</source>
            <translation>{0} 个已存网页</translation>
        </message>
        <message>
            <source>{0} scheduled questions</source>
            <translation type="vanished">{0} 个定时提问</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} schedules</source>
            <translation>{0} 个定时提问</translation>
        </message>
        <message>
            <source>{0} stored pages</source>
            <translation type="vanished">{0} 个存储的网页</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} templates</source>
            <translation>{0} 个模板</translation>
        </message>
        <message>
            <source>{0} templates of your own</source>
            <translation type="vanished">{0} 个自己的模板</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/settings/maintenance/panes.py" />
            <source>{0} was downloaded and checked</source>
            <translation>{0} 已下载并校验</translation>
        </message>
        <message>
            <source>{0} was downloaded and checked.</source>
            <translation type="vanished">{0} 已下载并通过检查。</translation>
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
            <source>Show all {0}</source>
            <translation type="vanished">显示全部 {0} 句</translation>
        </message>
        <message>
            <source>Show only what is not supported</source>
            <translation type="vanished">只显示未获支持的</translation>
        </message>
        <message>
            <source>Show supported statements too, or hide them</source>
            <translation type="vanished">显示或隐藏得到支持的陈述</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Show the text before the review</source>
            <translation>显示审阅前的文本</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Show what the review changed, word by word</source>
            <translation>逐词显示审阅所做的修改</translation>
        </message>
        <message>
            <source>Show what the verdict rests on</source>
            <translation type="vanished">显示结论的依据</translation>
        </message>
        <message>
            <location filename="../../desktop_agent/frontends/ui/chat/verdict_view.py" />
            <source>Show what was checked</source>
            <translation>显示核查内容</translation>
        </message>
        <message>
            <source>Struck out, because a source contradicts it</source>
            <translation type="vanished">已删去，因为与来源矛盾</translation>
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
            <source>Ask, and check the answer</source>
            <translation type="vanished">提问，并核实回答</translation>
        </message>
        <message>
            <source>Check a fact</source>
            <translation type="vanished">核实事实</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Choose a model provider to get written answers</source>
            <translation>选择模型提供方以获得书面回答</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation type="vanished">对比</translation>
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
            <source>Follow the news</source>
            <translation type="vanished">了解动态</translation>
        </message>
        <message>
            <source>How do heat pumps compare with gas boilers in cold winters?</source>
            <translation type="vanished">寒冬时节，热泵与燃气锅炉相比如何？</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Install Ollama to get written answers</source>
            <translation>安装 Ollama 以获得书面回答</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>It runs on this computer. Without a model, you get quotes from the web.</source>
            <translation>它在本机上运行。没有模型时，您会得到网络引文。</translation>
        </message>
        <message>
            <source>It searches, reads, drafts, criticises, and shows every step.</source>
            <translation type="vanished">它会搜索、阅读、起草、评审，并展示每一步。</translation>
        </message>
        <message>
            <source>Looking for a model…</source>
            <translation type="vanished">正在查找模型…</translation>
        </message>
        <message>
            <source>No model is in use.</source>
            <translation type="vanished">未使用模型。</translation>
        </message>
        <message>
            <source>No model was found.</source>
            <translation type="vanished">未找到模型。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Ollama runs models on this computer. Without a model, you get quotes from the web.</source>
            <translation>Ollama 在本机上运行模型。没有模型时，您会得到网络引文。</translation>
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
            <source>Understand</source>
            <translation type="vanished">理解</translation>
        </message>
        <message>
            <source>What is new in the latest Python release?</source>
            <translation type="vanished">最新的 Python 版本有哪些新内容？</translation>
        </message>
        <message>
            <source>Who is the current world chess champion?</source>
            <translation type="vanished">现任国际象棋世界冠军是谁？</translation>
        </message>
        <message>
            <source>Why is the sky blue, and why is sunset red?</source>
            <translation type="vanished">天空为什么是蓝色的，日落为什么是红色的？</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>Without a model, you get quotes from the web.</source>
            <translation>没有模型时，您会得到网络引文。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>You are offline</source>
            <translation>您处于离线状态</translation>
        </message>
        <message>
            <source>You can ask now without one: evidence mode searches and quotes its sources.</source>
            <translation type="vanished">没有模型也可以现在提问：证据模式会搜索并引用来源。</translation>
        </message>
        <message>
            <location filename="../../resources/labels.toml" />
            <source>You can still ask about files you attach and your documents.</source>
            <translation>您仍可就附加的文件和您的文档提问。</translation>
        </message>
        <message>
            <source>{0} is ready with {1} models; {2} answers.</source>
            <translation type="vanished">{0} 已就绪，有 {1} 个模型；由 {2} 回答。</translation>
        </message>
        <message>
            <source>{0} is ready; {1} answers.</source>
            <translation type="vanished">{0} 已就绪；由 {1} 回答。</translation>
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
            <source>Every step of the run</source>
            <translation type="vanished">运行的每一步</translation>
        </message>
        <message>
            <source>Findings worth keeping</source>
            <translation type="vanished">值得保留的发现</translation>
        </message>
        <message>
            <source>Ledger</source>
            <translation type="vanished">网络记录</translation>
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
        <message>
            <source>What the answer rests on</source>
            <translation type="vanished">回答的依据</translation>
        </message>
        <message>
            <source>What went out over the network</source>
            <translation type="vanished">经网络发送的内容</translation>
        </message>
    </context>
    <context>
        <name>_Chip</name>
        <message>
            <source>Remove (Delete)</source>
            <translation type="vanished">移除 (Delete)</translation>
        </message>
        <message>
            <source>Remove {0}</source>
            <translation type="vanished">移除 {0}</translation>
        </message>
    </context>
    <context>
        <name>_Confirmation</name>
        <message>
            <source>Keep it</source>
            <translation type="vanished">保留</translation>
        </message>
        <message>
            <source>Remove it</source>
            <translation type="vanished">移除</translation>
        </message>
    </context>
    <context>
        <name>_Row</name>
        <message>
            <source>Edit</source>
            <translation type="vanished">编辑</translation>
        </message>
        <message>
            <source>Edit the queued question</source>
            <translation type="vanished">编辑排队的问题</translation>
        </message>
        <message>
            <source>Remove (Delete)</source>
            <translation type="vanished">移除 (Delete)</translation>
        </message>
        <message>
            <source>Remove the queued question</source>
            <translation type="vanished">移除排队的问题</translation>
        </message>
        <message>
            <source>{0} attached</source>
            <translation type="vanished">{0} 个附件</translation>
        </message>
    </context>
    <context>
        <name>_Sure</name>
        <message>
            <source>Keep it</source>
            <translation type="vanished">保留</translation>
        </message>
        <message>
            <source>Remove it</source>
            <translation type="vanished">移除</translation>
        </message>
    </context>
</TS>
