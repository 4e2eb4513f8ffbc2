import { word } from './subscriber-mail.ts'
import type { PostFacts } from './subscriber-post.ts'

const maxText = 3000

/** The text of a message to Slack, in its markup. */
export function slackText({ content, pageName, pageUrl, token, manageUrl }: PostFacts): string {
  if (content.kind === 'VERIFICATION')
    return `${linked(`${pageUrl}/verify/${token}`, 'Confirm')} that updates of the status page *${escaped(pageName)}* are posted here. The link is valid for a day; without it nothing else is posted.`
  const event =
    content.kind === 'INCIDENT' ? `incidents/${content.incidentId}` : `maintenances/${content.maintenanceId}`
  const about = content.services.length === 0 ? [] : [escaped(content.services.join(', '))]
  return [
    `*${linked(`${pageUrl}/${event}`, content.name)}* (${word(content.status)})`,
    ...about,
    escaped(content.description.slice(0, maxText)),
    `${linked(pageUrl, pageName)} | ${linked(manageUrl, 'Change or end')}`,
  ]
    .filter((line) => line !== '')
    .join('\n')
}

const linked = (url: string, label: string): string => `<${url}|${escaped(label).replaceAll('|', '/')}>`

/** The characters with which links and mentions are written. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').toWellFormed()
