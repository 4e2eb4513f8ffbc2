import { formOf } from './type-forms.ts'

export const sectionIds = [
  'general',
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
  const form = formOf(type)
  const isRun = form?.fields.some(({ path }) => path.startsWith('heartbeat.')) !== true
  const has: Readonly<Partial<Record<SectionId, boolean>>> = {
    assertions: (form?.sources.length ?? 0) > 0,
    scripts: form?.scripts !== undefined,
    schedule: isRun,
    limits: isRun,
  }
  return sectionIds.filter((id) => has[id] ?? true)
}

/** Where fields are that no request has. */
const places: readonly (readonly [SectionId, RegExp])[] = [
  ['assertions', /^request\.assertions/],
  ['scripts', /^(?:local(?:Setup|TearDown)Script|(?:setup|tearDown)SnippetId)/],
  ['schedule', /^(?:frequency|locations|privateLocations|runParallel)/],
  ['limits', /^(?:degraded|max)|^retryStrategy/],
  ['alerts', /^(?:alert|useGlobalAlertSettings)/],
  ['general', /^(?:name|tags|groupId|activated|muted|description)/],
]

/** In which sections fields with mistakes are. */
export const sectionsWith = (errors: Readonly<Record<string, string>>): ReadonlySet<SectionId> =>
  new Set(Object.keys(errors).map((path) => places.find(([, pattern]) => pattern.test(path))?.[0] ?? 'request'))

const elementId = (id: SectionId): string => `section-${id}`
export const sectionElementId = elementId

/** Shows a section and gives it the focus. */
export function goToSection(id: SectionId): void {
  const section = document.getElementById(elementId(id))
  if (section instanceof HTMLDetailsElement) section.open = true
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
