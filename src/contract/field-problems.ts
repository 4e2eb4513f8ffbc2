type None = { readonly [name: string]: never }
type Limit = { readonly limit: number }
type Allowed = { readonly allowed: readonly (string | number | boolean | null)[] }
type Other = { readonly field: string }
type Detail = { readonly detail: string }

/** The formats of texts: those of JSON Schema, and those that only the service validates. */
export type FormatName =
  | 'certificate'
  | 'date'
  | 'date-time'
  | 'domain-name'
  | 'grpc-method'
  | 'header-name'
  | 'instant'
  | 'json'
  | 'metadata-key'
  | 'metadata-text'
  | 'metadata-base64'
  | 'private-key'
  | 'proxy-url'
  | 'public-key'
  | 'time-zone'
  | 'uuid'
  | 'web-url'

/** The rules that a field can violate, each with what a sentence about it needs. */
export interface RuleParameters {
  readonly required: None
  /** Types of JSON Schema. */
  readonly type: { readonly types: readonly string[] }
  readonly enum: Allowed
  readonly minimum: Limit
  readonly maximum: Limit
  readonly exclusiveMinimum: Limit
  readonly exclusiveMaximum: Limit
  readonly multipleOf: Limit
  readonly range: { readonly minimum: number; readonly maximum: number }
  readonly minLength: Limit
  readonly maxLength: Limit
  readonly minItems: Limit
  readonly maxItems: Limit
  readonly minProperties: Limit
  readonly maxProperties: Limit
  readonly uniqueItems: None
  readonly format: { readonly format: FormatName }
  /** A regular expression, and in words what matches it. */
  readonly pattern: { readonly pattern: string; readonly expected: string | null }
  /** The value has none of the possible shapes. */
  readonly anyOf: None
  /** Null: it is similar to none that is known. */
  readonly unknownName: { readonly suggestion: string | null }
  /** Levels of nesting. */
  readonly maxDepth: Limit
  /** Values in a whole document. */
  readonly maxValues: Limit
  /** Text that can be stored: without U+0000 and halves of surrogate pairs. */
  readonly storableText: None
  readonly jsonPath: Detail
  readonly regularExpression: Detail
  readonly jsonSchema: Detail
  readonly template: Detail
  /** A schedule of cron or OnCalendar. */
  readonly schedule: Detail
  /** The field has no use here. */
  readonly empty: None
  /** Not greater than another field. */
  readonly notAbove: Other
  readonly notBefore: Other
  readonly after: Other
  /** Not later than the next repetition of another field. */
  readonly withinCycle: Other
  /** Exactly one of these fields. */
  readonly exactlyOne: { readonly fields: readonly string[] }
  /** At least one of these fields as well. */
  readonly needs: { readonly fields: readonly string[] }
  readonly duration: { readonly minimumSeconds: number; readonly maximumSeconds: number }
  /** A parameter that the type of a webhook needs. */
  readonly queryParameter: { readonly name: string }
  /** An id or a name of something that this account has; the value is one that names nothing. */
  readonly reference: { readonly value: string | number }
  /** A value that nothing else has yet. */
  readonly unused: None
  readonly keyOfCertificate: None
  readonly passphraseOfKey: None
}

export type RuleName = keyof RuleParameters

/** A rule that a value violates. */
export type Violation<R extends RuleName = RuleName> = {
  readonly [N in R]: { readonly rule: N; readonly parameters: RuleParameters[N] }
}[R]

/** A field of a request that violates a rule. `path` is for example `request.assertions[0].source`. */
export type FieldProblem<R extends RuleName = RuleName> = Violation<R> & { readonly path: string }
