/** The public locations: region code and display name. */
export const publicLocations = [
  { region: 'us-east-1', name: 'N. Virginia' },
  { region: 'us-east-2', name: 'Ohio' },
  { region: 'us-west-1', name: 'N. California' },
  { region: 'us-west-2', name: 'Oregon' },
  { region: 'ca-central-1', name: 'Montreal' },
  { region: 'sa-east-1', name: 'São Paulo' },
  { region: 'eu-west-1', name: 'Ireland' },
  { region: 'eu-central-1', name: 'Frankfurt' },
  { region: 'eu-west-2', name: 'London' },
  { region: 'eu-west-3', name: 'Paris' },
  { region: 'eu-north-1', name: 'Stockholm' },
  { region: 'eu-south-1', name: 'Milan' },
  { region: 'me-south-1', name: 'Bahrain' },
  { region: 'ap-southeast-1', name: 'Singapore' },
  { region: 'ap-northeast-1', name: 'Tokyo' },
  { region: 'ap-east-1', name: 'Hong Kong' },
  { region: 'ap-southeast-2', name: 'Sydney' },
  { region: 'ap-southeast-3', name: 'Jakarta' },
  { region: 'ap-northeast-2', name: 'Seoul' },
  { region: 'ap-northeast-3', name: 'Osaka' },
  { region: 'ap-south-1', name: 'Mumbai' },
  { region: 'af-south-1', name: 'Cape Town' },
] as const

/** The code of a public location: one of those above, or one of the operator's own. */
export type Region = string

export interface PublicLocation {
  readonly region: Region
  readonly name: string
}

/** The locations of checks that name none. */
export const defaultLocation: Region = 'us-east-1'
const codes: Region[] = publicLocations.map(({ region }) => region)
/** The codes of all public locations, those of the operator last. */
export const regions: readonly Region[] = codes
/** The most locations of one check, and of an installation. */
export const maxPublicLocations = 100

/** The location names of the operator, by code. */
const namesOfOperator = new Map<Region, string>()

/** The pattern of custom location codes. It never matches the queue of a private location. */
export const ownRegionPattern = /^[a-z][a-z0-9-]{0,29}$/

/**
 * Adds locations of the operator, or names known ones, before anything is validated: schemas that have the codes are
 * compiled when they are first used.
 */
export function addPublicLocations(locations: readonly PublicLocation[]): void {
  for (const { region, name } of locations) {
    namesOfOperator.set(region, name)
    if (!codes.includes(region)) codes.push(region)
  }
}

/** The name of a public location when agents, or a process at that place, serve it. */
export const publicLocationName = (code: Region): string =>
  namesOfOperator.get(code) ?? publicLocations.find(({ region }) => region === code)?.name ?? code

/** The name of a location that says nothing about the place of the machine that serves it. */
const unnamedLocation = 'this machine'

/**
 * The display name of a public location that a process serves: what the operator calls the location; what the operator
 * calls the machine; the location's own name when the operator configured which locations the process serves; otherwise
 * `this machine`.
 */
export function servedLocationName(code: Region, operatorsName: string | null, served: readonly Region[]): string {
  const given = namesOfOperator.get(code) ?? operatorsName
  if (given !== null) return given
  return standsForAll(served) ? unnamedLocation : publicLocationName(code)
}

/** Whether a process that serves these locations stands for every place of the list. */
export const standsForAll = (served: readonly Region[]): boolean =>
  publicLocations.every(({ region }) => served.includes(region))

export interface ListedLocation extends PublicLocation {
  /** Where its checks run, as people read it: one name for all locations that one machine serves. */
  readonly place: string
}

/**
 * The public locations with names for lists. `names` are those under which they are served. A machine that stands for
 * several locations is named behind their codes, so that each has a separate name.
 */
export const listedLocations = (names: ReadonlyMap<Region, string>): ListedLocation[] =>
  regions.map((region) => {
    const own = publicLocationName(region)
    const served = names.get(region) ?? own
    return { region, name: served === own ? own : `${region} (${served})`, place: names.get(region) ?? region }
  })

/** An agent is connected when it was seen within this time, in milliseconds. */
export const agentConnectedMs = 600_000

/** An agent that was not seen for so long is lost: nobody is shown it, and nobody is told that checks run there. */
export const agentLostMs = 45_000
