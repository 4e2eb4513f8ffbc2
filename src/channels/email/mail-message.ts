import { escapeHtml } from '#templating'
import type { AlertFacts } from '#contract'
import { longFacts } from '../incident-event.ts'
import { alertStyles, detailFacts } from '../alert-style.ts'
import type { Row } from '../alert-style.ts'
import type { AlertMessage } from '../alert-message.ts'
import { deliveryNote, furtherLines, leadText } from '../alert-text.ts'
import { cutText } from '../cut-text.ts'
import { groupMailHtml, groupMailText, groupTitle } from './mail-group.ts'
import {
  buttonsRow,
  factLines,
  factsRow,
  footerRow,
  leadRow,
  mailFrame,
  noteRow,
  preRow,
  titleRow,
} from '../mail-frame.ts'

/** Maximum lengths in characters: mail programs cut mails of more than about 100 KB. */
const limits = { title: 300, lead: 600, further: 4000, value: 500, description: 2000 }
const reason = 'Sent by Belfry because this address is an alert channel of the check.'
const reasonOfOwner =
  'Sent by Belfry to the account owner because an alert channel is failing. This address is not an alert channel.'

const reasonOf = ({ fallback }: AlertFacts): string => (fallback?.isToOwner ? reasonOfOwner : reason)

/** The subject, without the name of the service. */
export const mailTitle = (message: AlertMessage): string =>
  message.group.length > 0 ? groupTitle(message.group) : message.facts.alertTitle

/** The mail as plain text. */
export const mailText = (message: AlertMessage): string =>
  message.group.length > 0 ? groupMailText(message.group, reason) : ownText(message)

/** The mail as HTML. */
export const mailHtml = (message: AlertMessage): string =>
  message.group.length > 0 ? groupMailHtml(message.group, reason) : ownHtml(message)

function ownText({ facts, links }: AlertMessage): string {
  const { title, lead, note, further, details, description } = partsOf(facts)
  const parts = [
    title,
    lead,
    note,
    further,
    links.map(({ label, url }) => `${label}: ${url}`).join('\n'),
    factLines(details).join('\n'),
    ...longFacts(facts).map(([label, value]) => `${label}:\n${cutText(value, limits.lead)}`),
    description === '' ? '' : `About this check:\n${description}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n\n-- \n${reasonOf(facts)}\n`
}

function ownHtml({ facts, links }: AlertMessage): string {
  const { title, lead, note, further, details, description } = partsOf(facts)
  const style = alertStyles[facts.alertType]
  const rows = [
    titleRow(title, style),
    ...present(lead, leadRow),
    ...present(note, noteRow),
    ...present(further, preRow),
    ...(links.length === 0 ? [] : [buttonsRow(links, style.colour)]),
    factsRow(details),
    ...longRows(facts),
    ...present(description, descriptionRow),
    footerRow(reasonOf(facts)),
  ]
  return mailFrame(title, style.colour, rows, { preview: lead })
}

const longRows = ({ cause, differences = [], answer }: AlertFacts): string[] => [
  ...present(cutText(differences.join(' '), limits.lead), (text) => noteRow(text, 'What changed')),
  ...present(cutText(cause?.text ?? '', limits.lead), (text) => noteRow(text, 'Likely cause')),
  ...present(cutText(answer ?? '', limits.lead), (text) => preRow(text, 'Response')),
]

/** The row of a text, if it is not empty. */
const present = (text: string, row: (text: string) => string): string[] => (text === '' ? [] : [row(text)])

const descriptionRow = (description: string): string =>
  `<tr><td class="quiet" style="padding:8px 24px;color:#59636e;font-size:14px;line-height:1.5;">${escapeHtml(description)}</td></tr>`

interface Parts {
  readonly title: string
  readonly lead: string
  readonly note: string
  readonly further: string
  readonly details: readonly Row[]
  readonly description: string
}

const partsOf = (facts: AlertFacts): Parts => ({
  title: cutText(facts.alertTitle, limits.title),
  lead: cutText(leadText(facts), limits.lead),
  note: deliveryNote(facts),
  further: cutText(furtherLines(facts), limits.further),
  details: detailFacts(facts).map(([label, value]) => [label, cutText(value, limits.value)]),
  description: cutText(facts.checkDescription, limits.description),
})
