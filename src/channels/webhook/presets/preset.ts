import type { AlertMessage } from '../../alert-message.ts'

/** What a product expects of a webhook that has no template. Adding one is adding a file and a row of the table. */
export interface Preset {
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded'
  /** A JSON document, or the fields of a form. */
  readonly body: (message: AlertMessage, parameters: Readonly<Record<string, string>>) => object
  /** Products that answer 2xx although they took nothing: what such an answer means. */
  readonly refusal?: (answer: string) => 'retry' | 'rate limited' | 'rejected' | null
}
