import type { TSchema } from 'typebox'

/** The control that edits a field. */
export type FieldControl =
  | 'text'
  | 'url'
  | 'number'
  | 'port'
  | 'check'
  | 'switch'
  | 'select'
  | 'prose'
  | 'code'
  | 'json'
  | 'list'
  | 'texts'
  | 'records'
  | 'assertions'
  | 'variables'
  | 'files'
  | 'credentials'
  | 'browser'
  | 'snippet'
  | 'runtime'
  | 'group'
  | 'frequency'
  | 'jobSchedule'
  | 'metricLimits'
  | 'locations'
  | 'privateLocations'
  | 'retries'
  | 'parallelRuns'
  | 'escalationPolicy'

/** The sections of the form of a check that consist of fields. */
export type FormSection = 'general' | 'pings' | 'request' | 'assertions' | 'scripts' | 'schedule' | 'limits' | 'alerts'

interface Layout {
  /** The key of its label and of its hint. Default: its name. */
  readonly label?: string
  /** Default for fields of a request: `request`. Other fields are in a form only if they have one. */
  readonly section?: FormSection
  /** In which tab of an HTTP request it is. Default: it is always shown. */
  readonly tab?: 'headers' | 'body' | 'query' | 'auth'
  /** Folded away until somebody asks for more. */
  readonly isAdvanced?: true
  readonly isRequired?: true
  /** Of code. `body`: as the body type says. */
  readonly language?: 'javascript' | 'json' | 'body'
  readonly rows?: number
  readonly options?: readonly string[]
  /** The value of a box that is ticked. Default: true. An object that has one shows its fields while it is ticked. */
  readonly on?: unknown
}

/** How forms edit a field, as far as its schema does not say. */
export interface FieldEdit extends Layout {
  /** Default: by the schema. `none`: no form has it. */
  readonly control?: FieldControl | 'none'
  /** The field beside it that has to have one of the values for this one to apply. */
  readonly when?: readonly [name: string, ...values: string[]]
  /** Whether its label begins with that of the object it is in; that of a field called `value` is the same. */
  readonly isPart?: true
  /** The kinds of code of check types that it is for. Default: every type has it. */
  readonly code?: readonly string[]
}

/** A field of a form. */
export interface FormField extends Layout {
  /** Of the body, with dots. */
  readonly path: string
  readonly control: FieldControl
  readonly label: string
  /** The key of the label that goes before its own. */
  readonly of?: string
  readonly default?: string | number | true
  /** The texts of each of its records: their names, and the keys of their labels. */
  readonly parts?: readonly { readonly name: string; readonly label: string }[]
  /** Whether clearing it sends null. */
  readonly isNullable?: true
  /** Whether its options are numbers. */
  readonly isNumber?: true
  readonly when?: { readonly path: string; readonly values: readonly string[] }
  /** The value of a group that leaves the field to its checks; absent for fields that it always has. */
  readonly unset?: null | 'FALLBACK'
}

/** The form of a check type, besides its fields. */
export interface TypeForm {
  /** The initial body of a new check. */
  readonly start: Readonly<Record<string, unknown>>
  /** The fields that come first; the others follow in the order of their schemas. */
  readonly order?: readonly string[]
  /** The sources that assertions offer. Default: all of the type. */
  readonly sources?: readonly string[]
  /** By sources: the properties that only this type has. */
  readonly properties?: Readonly<Record<string, readonly string[]>>
}

/** A field of a resource: what its schema does not say. Bodies, answers, forms, documents and code derive from it. */
export interface FieldNotes extends FieldEdit {
  /**
   * How a check gets it from its group. `REPLACE`: the group's, unless that is null. `FALLBACK`: the group's, where that
   * of the check is null.
   */
  readonly inherited?: 'REPLACE' | 'FALLBACK'
  /** Whether an account can set what new checks begin with. */
  readonly isAccountDefault?: true
  /** Its row in the documents, in Markdown. Default: the description of the schema. */
  readonly text?: string
  /**
   * Where a construct has it, with dots; empty: its parts are properties of the construct; null: constructs lack it.
   * Default for fields of a form: the same place.
   */
  readonly construct?: string | null
}

const layoutNames = [
  'label',
  'section',
  'tab',
  'isAdvanced',
  'isRequired',
  'language',
  'rows',
  'options',
  'on',
] as const satisfies readonly (keyof Layout)[]

export const layoutIn = (notes: FieldNotes): Layout =>
  Object.fromEntries(layoutNames.filter((name) => name in notes).map((name) => [name, notes[name]]))

const key = Symbol('notes')

/** The schema with the notes about its field. Neither validators nor the API reference see them. */
export const described = <S extends TSchema>(schema: S, notes: FieldNotes): S => Object.assign(schema, { [key]: notes })

export const notesOf = (schema: TSchema): FieldNotes => Reflect.get(schema, key) ?? {}
