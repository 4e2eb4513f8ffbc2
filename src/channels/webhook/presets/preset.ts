import type { AlertMessage } from '../../alert-message.ts'

/** The webhook body a product expects, for webhooks without a template. To add one: a file and a row in the table. */
export interface Preset {
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded'
  /** A JSON document, or the fields of a form. */
  readonly body: (message: AlertMessage, parameters: Readonly<Record<string, string>>) => object
  /** The outcome of a 2xx response with which the product rejects the request; null when it accepted it. */
  readonly rejection?: (answer: string) => 'retry' | 'rate limited' | 'rejected' | null
}
