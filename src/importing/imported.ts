import type { SourceApi } from './api/source-api.ts'

/** A section of resource files (docs/as-code.md) that importers write. */
export type ImportedSection =
  | 'checks'
  | 'groups'
  | 'alertChannels'
  | 'maintenanceWindows'
  | 'privateLocations'
  | 'statusPageServices'
  | 'statusPages'

/** How much of a field of the source came over; `ignored` changes nothing that a user would miss, `unknown` was not read. */
export type Fate = 'exact' | 'approximated' | 'impossible' | 'ignored' | 'unknown'

/** The fate of one field of the source. */
export interface ReportLine {
  /** As people find it in the source, for example `monitor "Shop" (3)`. */
  readonly item: string
  /** The field as the source calls it, with its path; empty for the item as a whole. */
  readonly field: string
  readonly fate: Fate
  /** For approximations what and why, for the impossible why and what to do instead; a sentence, or empty. */
  readonly note: string
}

/** A state that the source knew last, to compare with a first run here. */
export type SourceState = 'up' | 'down' | 'paused' | 'unknown'

export interface ImportedResource {
  readonly section: ImportedSection
  /** Made of the id in the source, so that it stays when the name changes. */
  readonly logicalId: string
  /** As resource files have it, with references by logical ids. */
  readonly value: Readonly<Record<string, unknown>>
  /** As in the report. */
  readonly item: string
  /** Of checks. */
  readonly state: SourceState
  /** Why a check has its state, as the source says; absent where it does not. */
  readonly reason?: string
}

/** A secret of the source, which becomes a secret variable of the account that checks refer to. */
export interface ImportedVariable {
  readonly key: string
  /** Null where the source masks it: a person has to enter it. */
  readonly value: string | null
}

/** Everything that a source has, in words of this product: the neutral model between readers of sources and writing. */
export interface Imported {
  readonly resources: readonly ImportedResource[]
  readonly variables: readonly ImportedVariable[]
  readonly report: readonly ReportLine[]
  /** Names of places in the source that the choices give no location. */
  readonly places?: readonly string[]
}

/** A file as a person gives it. */
export interface ImportFile {
  /** As named by the person, relative to the directory that was given. */
  readonly path: string
  readonly content: Uint8Array
}

/** Choices that no file of the source can make. */
export interface ImportChoices {
  /** Where checks run whose place the source does not name, or that the mapping lacks: a region, or the slug of a private location. */
  readonly location: string
  /** Locations by the names of places in the source. */
  readonly locations: Readonly<Record<string, string>>
  /** Values of placeholders such as `${NAME}` in files of the source. */
  readonly environment: Readonly<Record<string, string>>
}

/** A tool that checks can be imported from. */
export interface Source {
  /** On the command line and in the API. */
  readonly name: string
  readonly title: string
  /** Which files it takes, as a sentence. */
  readonly takes: string
  /** Throws SourceProblem for files that are broken or of something else. */
  readonly read: (files: readonly ImportFile[], choices: ImportChoices) => Promise<Imported>
  /** How its files are had with a key; absent for one that is read from files alone. */
  readonly api?: SourceApi
}

/** Why files cannot be imported at all, as a sentence that says what to do. */
export class SourceProblem extends Error {}
