import { wordOf } from '#page-texts'
import type { PostFacts } from './subscriber-post.ts'

const maxText = 3000

/** The text of a message to Slack, in its markup. */
export function slackText({ content, texts, pageName, pageUrl, token, manageUrl }: PostFacts): string {
  const { confirm, choose } = texts.mail
  if (content.kind === 'VERIFICATION')
    return `${escaped(confirm.slack({ page: pageName }))} ${linked(`${pageUrl}/verify/${token}`, confirm.link)}`
  const event =
    content.kind === 'INCIDENT' ? `incidents/${content.incidentId}` : `maintenances/${content.maintenanceId}`
  const about = content.services.length === 0 ? [] : [escaped(content.services.join(', '))]
  return [
    `*${linked(`${pageUrl}/${event}`, content.name)}* (${wordOf(texts.statuses, content.status)})`,
    ...about,
    escaped(content.description.slice(0, maxText)),
    `${linked(pageUrl, pageName)} | ${linked(manageUrl, choose)}`,
  ]
    .filter((line) => line !== '')
    .join('\n')
}

const linked = (url: string, label: string): string => `<${url}|${escaped(label).replaceAll('|', '/')}>`

/** The characters with which links and mentions are written. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').toWellFormed()
