import { roles } from '#contract'
import type { Role } from '#contract'
import { addressesOf } from '../../../tests/support/web-screens.ts'
import type { UsedOperation } from '../api/operations.ts'
import { storedThings } from './stored-account.ts'
import { permitted, shownControls, useControls } from './use-controls.ts'
import type { Controls, Look } from './use-controls.ts'

type Part = 'pages' | 'lists' | 'sessions' | 'check' | 'tabs' | 'alerting' | 'incidents' | 'settings' | 'changes'

const parts: readonly (readonly [Part, RegExp])[] = [
  ['incidents', /^incident/],
  ['changes', /^(?!status-).*-new$|^edit-|^welcome$/],
  ['pages', /^status-page/],
  ['lists', /^home|^checks|^report|^not-found/],
  ['sessions', /^session|^board|^maintenance/],
  ['check', /^check$/],
  ['tabs', /^check|^result|^golden/],
  ['alerting', /^channel|^group|^alert|^error/],
  ['settings', /^location|^settings/],
]

/** The addresses of the screens of one part, by their names; each screen belongs to one. */
export const screensOf = (part: Part): readonly (readonly [name: string, address: string])[] =>
  addressesOf(storedThings).filter(([name]) => partOf(name) === part)

/** The first that names it. Throws for a screen of none. */
function partOf(name: string): Part {
  const found = parts.find(([, names]) => names.test(name))
  if (found === undefined) throw new Error(`The screen ${name} is in no part.`)
  return found[0]
}

/** Controls that call nothing themselves and lead to one that does, by addresses and names. */
const leading: readonly (readonly [RegExp, UsedOperation])[] = [
  [/^\/channels.*: Select /, 'updateAlertChannelSubscription'],
  [/^\/groups.*: Move /, 'setCheckGroupOrder'],
  [/^\/status-pages\/[^?]*c3(\?tab=(look|domain))?: the fields$/, 'updateStatusPageDefinitionV3'],
  [/^\/status-pages\/[^?]*c2.*: the fields$/, 'updateStatusPageDefinition'],
  [/^\/status-pages\/.*tab=rules.*: (the fields|New rule|Close)$/, 'createAutomationRuleV3'],
  [/^\/status-pages\/.*import=yes: (Import addresses|Close|These people .*)$/, 'createStatusPageSubscribersV3'],
  [/^\/locations(\/[^?]+)?: (Add agent|Copy)$/, 'createPrivateLocationKey'],
  [/^\/incidents\/(?!new)[^?]+: /, 'createStatusPageIncidentUpdate'],
  [/^\/boards\/[^?]+: (Wall|Desktop|Phone|the fields)$/, 'previewDashboard'],
  [/^\/settings\/account: Delete account …$/, 'deleteOwnAccount'],
  [/^\/settings\/import: (Choose files|Location|Tool)$/, 'readImport'],
  [/^\/settings\/alerts: the fields$/, 'updateOwnAlertSettings'],
  [/^\/settings\/defaults: the fields$/, 'updateAccountDefaults'],
  [/^\/maintenance\/1: (Skip|Post update|Change times|Edit the update .*)$/, 'createMaintenanceUpdate'],
  [/^\/: Run …$/, 'triggerCheckSessionsV2'],
  [/^\/reports\?tab=scheduled: (New scheduled report|Edit)$/, 'updateScheduledReport'],
  [/^\/alerts\?tab=escalation: (New policy|Edit)$/, 'updateEscalationPolicy'],
  [/^\/alerts\?tab=sources: (New source|Edit|New address)$/, 'updateAlertSource'],
  [/^\/alerts(\?tab=received|\/received\/.*): Silence$/, 'createAlertSilence'],
  [/^\/reports\?tab=objectives: (New objective|Edit)$/, 'updateObjective'],
  [/^\/errors.*: (Select .*|Clear selection)$/, 'changeErrors'],
  [/^\/checks: (Select .*|Run now|Edit …|Clear selection)$/, 'changeChecks'],
]

/** Controls that were found before, by path: the screens of a path share them. */
const known = new Map<string, Controls>()

/** The controls of an owner are those that are used, and each is permitted. */
const limitedRoles = roles.filter((role) => role !== 'OWNER')

type OfRoles = Readonly<Partial<Record<Role, readonly string[]>>>

/** The names of controls that each role but the owner sees on a screen, and of those whose operations it may call. */
export async function controlsOfRoles(
  address: string,
  look: Look = {},
): Promise<{ readonly shown: OfRoles; readonly permitted: OfRoles }> {
  const { pathname } = new URL(address, location.href)
  const place = `${pathname} ${String(look.isEmpty)}`
  const found = await useControls(address, known.get(place), look)
  known.set(place, new Map([...(known.get(place) ?? []), ...found]))
  const controls = new Map([...found].map(([name, ids]) => [name, [...ids, ...ledTo(`${address}: ${name}`)]]))
  const shown: Partial<Record<Role, readonly string[]>> = {}
  const allowed: Partial<Record<Role, readonly string[]>> = {}
  for (const role of limitedRoles) {
    shown[role] = await shownControls(address, role, look)
    allowed[role] = permitted(controls, role)
  }
  return { shown, permitted: allowed }
}

const ledTo = (control: string): readonly UsedOperation[] =>
  leading.flatMap(([names, id]) => (names.test(control) ? [id] : []))
