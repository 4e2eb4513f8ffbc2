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

export type Region = (typeof publicLocations)[number]['region']
/** The locations of checks that name none. */
export const defaultLocation: Region = 'us-east-1'
export const regions = publicLocations.map((location) => location.region)

/** A public location by its code; null when there is none. */
export const publicLocation = (code: string): { readonly region: string; readonly name: string } | null =>
  publicLocations.find(({ region }) => region === code) ?? null

/** What a public location is called where its own name is true: when agents serve it, or a process that is there. */
export const publicLocationName = (code: string): string => publicLocation(code)?.name ?? code

/** The display name of a location without one. */
const unnamedLocation = 'this machine'

/**
 * The display name of a public location that a process serves: the operator's name for the machine; the location's own
 * name when the operator configured which locations the process serves; otherwise `this machine`.
 */
export function servedLocationName(code: string, operatorsName: string | null, served: readonly string[]): string {
  if (operatorsName !== null) return operatorsName
  const standsForAll = publicLocations.every(({ region }) => served.includes(region))
  return standsForAll ? unnamedLocation : publicLocationName(code)
}
