/** A mail to one person. All strings but `markdown` are plain text; the delivery renders text and HTML from them. */
export interface PlainMail {
  /** The same for all attempts, so that mail programs can drop duplicates. */
  readonly id: string
  /** Groups mails into a thread, for example by incident; null without a thread. */
  readonly threadId: string | null
  readonly to: string
  readonly subject: string
  readonly title: string
  readonly badge: { readonly word: string; readonly colour: string } | null
  readonly paragraphs: readonly string[]
  /** A text of users below them, in Markdown. */
  readonly markdown?: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly table?: {
    readonly head: readonly string[]
    /** Each as long as the head; the first column is the name of the row. */
    readonly rows: readonly (readonly string[])[]
    /** Below it. */
    readonly more?: string
  }
  readonly button: { readonly label: string; readonly url: string }
  /** Why the recipient gets the mail. */
  readonly footer: string
  /** Absent: the recipient cannot unsubscribe. */
  readonly unsubscribeUrl?: string
  /** Where recipients choose what they receive. */
  readonly manageUrl?: string
  /** Of a mail in another language; English when absent. */
  readonly words?: {
    readonly language: string
    readonly direction: 'ltr' | 'rtl'
    readonly manage: string
    readonly unsubscribe: string
  }
}
