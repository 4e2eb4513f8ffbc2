import type { Fields } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Names are stored as HTML. */
const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code?: string, name?: string) => {
    if (code !== undefined) return Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : whole
    return (name !== undefined && Object.hasOwn(entities, name) ? entities[name] : undefined) ?? whole
  })

export const nameOf = (monitor: Fields): string =>
  withoutEntities(textIn(monitor['friendlyName'])).trim() ||
  textIn(monitor['url']) ||
  `Monitor ${textIn(monitor['id'])}`
