import type { ScriptDependency } from '#contract'
import type { Caller } from '#kernel'
import type { Store } from '#storage/database'
import type { TSchema } from 'typebox'
import type { ListForms } from './import-forms/import-form.ts'

export type Payload = Readonly<Record<string, unknown>>

/** A field of a payload that another resource does not accept. */
export interface PayloadProblem {
  /** Below the payload, for example `request.url`. */
  readonly path: string
  readonly message: string
}

/** Validates a body by the schema of the verb that takes it, and converts it in place. Empty: it is valid. */
export type ValidateBody = (schema: TSchema, body: Payload) => readonly PayloadProblem[]

/** The tools with which a deployment changes resources. */
export interface ResourceTools {
  /** Its transactions are parts of that of the deployment. */
  readonly store: Store
  readonly caller: Caller
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Whether new checks run at once, not at their next slot. */
  readonly startsChecks: boolean
}

/** Files and locations that a payload may refer to besides other resources. */
export interface PayloadSurroundings {
  readonly files: readonly ScriptDependency[]
  /** Slug names of the private locations that assignments of the project give the resource. */
  readonly privateLocations: readonly string[]
}

/** A body of a verb, made of a payload whose references are replaced by ids, and the schema it has to fit. */
export interface ReadBody {
  readonly body: Payload
  readonly schema: TSchema
}

/** The desired state of a resource: a validated body, and the payload that it was made of. */
export interface Desired {
  readonly body: Payload
  readonly payload: Payload
}

/** A place in a payload that refers to another resource: names, and `[]` for every item of a list. */
export interface ReferencePlace {
  readonly path: string
  readonly type: string
  /** Whether null means: nothing. */
  readonly isNullable?: true
}

/** A type of resource that projects own. */
export interface ResourceType {
  /** Whether its ids are numbers. */
  readonly hasNumericIds: boolean
  /** Whether it may go before others come: nothing refers to it, or what does goes with it. */
  readonly isLeaf: boolean
  readonly references: readonly ReferencePlace[]
  /** The resources of this type in the account, as an import has them. */
  readonly listForms: ListForms
  /** The same with every field that code can set, null where it is not set, and with secrets: to compare them. */
  readonly listFields: ListForms
  /** Fields that are lists of places in the shared files of the project. */
  readonly fileLists?: readonly string[]
  /** Throws a `PayloadError` for what no schema can say. */
  readonly read: (payload: Payload, around: PayloadSurroundings) => ReadBody
  /** Returns the id of the new resource. */
  readonly create: (tools: ResourceTools, desired: Desired) => Promise<string>
  /** Makes a resource what the body says: what that omits is reset. Returns its id, which changes where it is replaced. */
  readonly update: (tools: ResourceTools, id: string, desired: Desired) => Promise<string>
  /** Succeeds for a resource that does not exist any more. */
  readonly remove: (tools: ResourceTools, id: string) => Promise<void>
}

/** A payload that no body can be made of. */
export class PayloadError extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}
