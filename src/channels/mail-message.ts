import type { AlertFacts } from '#contract'
import { escapeHtml } from '#templating'
import type { ChannelNotification } from './channel-notification.ts'
import { alertLooks, readableFacts } from './alert-look.ts'
import { buttonRow, factLines, factsRow, footerRow, mailFrame, titleRow } from './mail-frame.ts'

const longestMessage = 4000
const reason = 'Sent by Belfry because this address is an alert channel of the check.'

type MailActions = NonNullable<ChannelNotification['actionLinks']>

/** The mail as plain text. */
export function mailText(facts: AlertFacts, actions: MailActions | null = null): string {
  return [
    facts.alertTitle,
    '',
    ...factLines(readableFacts(facts)),
    ...(facts.checkErrorMessage === '' ? [] : ['', 'What went wrong:', cut(facts.checkErrorMessage)]),
    ...(facts.checkDescription === '' ? [] : ['', 'About this check:', facts.checkDescription]),
    ...(isLink(facts.resultLink) ? ['', `Result: ${facts.resultLink}`] : []),
    ...(actions === null
      ? []
      : ['', `Acknowledge: ${actions.acknowledge}`, `Snooze: ${actions.snooze}`, `Mute: ${actions.mute}`]),
    '',
    '-- ',
    reason,
    '',
  ].join('\n')
}

/** The mail as HTML. */
export function mailHtml(facts: AlertFacts): string {
  const look = alertLooks[facts.alertType]
  return mailFrame(facts.alertTitle, look.colour, [
    titleRow(facts.alertTitle, look),
    factsRow(readableFacts(facts)),
    ...(facts.checkErrorMessage === '' ? [] : [problemRow(facts.checkErrorMessage)]),
    ...(facts.checkDescription === '' ? [] : [descriptionRow(facts.checkDescription)]),
    ...(isLink(facts.resultLink) ? [buttonRow({ label: 'Open the result', url: facts.resultLink }, look.colour)] : []),
    footerRow(reason),
  ])
}

const problemRow = (message: string): string =>
  `<tr><td style="padding:8px 24px;"><pre class="problem" style="margin:0;padding:12px;background:#f6f8fa;color:#1f2328;border:1px solid #d0d7de;border-radius:6px;font-size:13px;line-height:1.45;white-space:pre-wrap;word-break:break-word;">${escapeHtml(cut(message))}</pre></td></tr>`

const descriptionRow = (description: string): string =>
  `<tr><td class="quiet" style="padding:8px 24px;color:#59636e;font-size:14px;line-height:1.5;">${escapeHtml(description)}</td></tr>`

const isLink = (link: string): boolean => /^https?:\/\//.test(link)
const cut = (text: string): string =>
  text.length <= longestMessage ? text : `${text.slice(0, longestMessage).toWellFormed()}…`
