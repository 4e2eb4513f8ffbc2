/** The values of variables. Objects and functions cannot get into a template. */
export type TemplateValue = string | number | boolean | null | undefined | readonly TemplateValue[]

export interface PathExpression {
  readonly kind: 'path'
  /** How many scopes outwards the lookup begins (`../`). */
  readonly up: number
  /** `@index` and similar. */
  readonly data: boolean
  /** `this.x` and `./x` refer to one scope only. */
  readonly scoped: boolean
  readonly parts: readonly string[]
}

export type Expression =
  | PathExpression
  | { readonly kind: 'literal'; readonly value: TemplateValue }
  | { readonly kind: 'call'; readonly helper: string; readonly args: readonly Expression[] }

export interface Block {
  readonly kind: 'block'
  /** choose: body or otherwise by truth. each and with: a scope per item. section: `{{#NAME}}` without a helper. */
  readonly form: 'choose' | 'each' | 'with' | 'section'
  readonly subject: Expression
  readonly negated: boolean
  readonly names: readonly string[]
  readonly body: readonly TemplateNode[]
  readonly otherwise: readonly TemplateNode[]
}

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly value: Expression; readonly raw: boolean }
  | Block

/** Carries a message for the author of a template to the functions that this room exports. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem'
}
