/** Text of which some parts have no case, as names of DNS (RFC 4343): `folded` has these parts in lower case. */
export class CaselessText {
  readonly text: string
  readonly folded: string

  constructor(text: string, folded: string) {
    this.text = text
    this.folded = folded
  }
}

/** A value as it is displayed. */
export const asSent = (value: unknown): unknown => (value instanceof CaselessText ? value.text : value)
