import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

export interface NotificationImport {
  readonly draft: Draft
  readonly fields: SourceFields
  readonly id: string
  readonly name: string
  /** All fields of its configuration. */
  readonly given: readonly string[]
}

/** A credential of the notification, as a variable. */
export const credential = ({ draft, id }: NotificationImport, what: string, value: string): string =>
  draft.secret(`KUMA_NOTIFICATION_${id}_${what}`, value)

export const isAddress = (url: string | null): url is string =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url)
