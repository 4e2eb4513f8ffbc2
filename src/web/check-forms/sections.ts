import type { CheckForm, CheckType } from '#contract'
import { checkForms } from '../forms/check-forms.ts'

const none: CheckForm = { start: {}, fields: [], sources: [] }

/** The types of checks: each has a form. */
export const checkTypes = typesIn(checkForms)

function typesIn(forms: typeof checkForms): readonly CheckType[] {
  return Object.keys(forms) as CheckType[]
}

/** The form of a type; without fields for a type of a later version of the service. */
export const formOf = (type: string): CheckForm => (type in checkForms ? checkForms[type as CheckType] : none)

export const sectionIds = [
  'general',
  'pings',
  'request',
  'assertions',
  'scripts',
  'schedule',
  'limits',
  'alerts',
  'json',
] as const
export type SectionId = (typeof sectionIds)[number]

/** The sections that the form of a type has, in their order. */
export function sectionsOf(type: string): readonly SectionId[] {
  const { fields, sources } = formOf(type)
  const has = new Set<SectionId>(fields.flatMap(({ section }) => section ?? []))
  return sectionIds.filter(
    (id) => id === 'alerts' || id === 'json' || (id === 'assertions' ? sources.length > 0 : has.has(id)),
  )
}

/** In which sections of the form of a type fields with mistakes are. */
export function sectionsWith(errors: Readonly<Record<string, string>>, type: string): ReadonlySet<SectionId> {
  const { fields } = formOf(type)
  return new Set(Object.keys(errors).map((path) => sectionOf(path, fields)))
}

function sectionOf(path: string, fields: CheckForm['fields']): SectionId {
  if (path.startsWith('request.assertions')) return 'assertions'
  if (/^(?:alert|useGlobalAlertSettings)/.test(path)) return 'alerts'
  const field = fields.find(
    (one) => path === one.path || path.startsWith(`${one.path}.`) || path.startsWith(`${one.path}[`),
  )
  return field?.section ?? 'request'
}

const elementId = (id: SectionId): string => `section-${id}`
export const sectionElementId = elementId

/** Shows a section and gives it the focus. */
export function goToSection(id: SectionId): void {
  const section = document.getElementById(elementId(id))
  if (section instanceof HTMLDetailsElement) section.open = true
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
