import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf, OneOfNumbers, Strict, Uuid } from '../schema.ts'
import { ResponseSchema, readOnly, withoutDefaults } from './read-only.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { matching } from '../matching.ts'
import { WebUrl } from './web-url.ts'

export const dashboardWidths = ['FULL', '960PX'] as const
export const dashboardRefreshRates = [30, 60, 300, 600] as const
/** Clients written in Go send 0 for what was not given. */
export const dashboardPaginationRates = [0, 30, 60, 300] as const
export const dashboardChecksPerPage = { most: 20, default: 15 } as const

const Flag = (byDefault: boolean, description: string) =>
  Type.Optional(Type.Boolean({ default: byDefault, description }))

/** A dashboard as clients write it. */
export const DashboardCreateBodySchema = Strict({
  ...readOnly(['id', 'dashboardId', 'keys', 'created_at', 'updated_at', 'projectBindings']),
  header: Type.String({ maxLength: 255, description: 'The title of the page.' }),
  customUrl: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 63,
        ...matching('^([a-z0-9]([a-z0-9-]*[a-z0-9])?)?$', 'lowercase letters, digits and hyphens, for example acme'),
        description: 'Last part of the URL of the page. Unique over all accounts.',
      }),
      { default: null },
    ),
  ),
  customDomain: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 254,
        ...matching(
          '^([\\p{L}\\p{M}\\p{N}-]+([.][\\p{L}\\p{M}\\p{N}-]+)+[.]?)?$',
          'a host name, for example status.example.com',
        ),
        description: 'A domain under which the page is served too. Unique over all accounts.',
      }),
      { default: null },
    ),
  ),
  logo: WebUrl('Address of a picture.'),
  favicon: WebUrl('Address of a picture.'),
  link: WebUrl('Target of the link of the logo and the header.'),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }), { default: null })),
  width: Type.Optional(OneOf(dashboardWidths, { default: 'FULL' })),
  refreshRate: Type.Optional(
    OneOfNumbers(dashboardRefreshRates, { default: 60, description: 'Seconds until the page reloads.' }),
  ),
  paginate: Type.Optional(
    Type.Boolean({ default: true, description: 'Switch automatically from one page of checks to the next.' }),
  ),
  paginationRate: Type.Optional(
    OneOfNumbers(dashboardPaginationRates, {
      default: 60,
      description: 'Seconds until the next page of checks; 0 is the same as omitted.',
    }),
  ),
  checksPerPage: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: dashboardChecksPerPage.most }), {
      default: dashboardChecksPerPage.default,
    }),
  ),
  sortByStatus: Flag(false, 'Failing checks first, then degraded ones; otherwise by name.'),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: 100,
      default: [],
      description: 'Which checks are shown, by their tags and those of their groups; without tags every check.',
    }),
  ),
  useTagsAndOperator: Type.Optional(
    Nullable(Type.Boolean(), { default: false, description: 'A check needs all tags instead of any.' }),
  ),
  hideTags: Flag(false, 'Do not show the tags of checks.'),
  enableIncidents: Flag(false, 'Show the incidents of the dashboard.'),
  expandChecks: Flag(false, 'Show the metrics of every check expanded.'),
  showHeader: Flag(true, 'Show logo, header and description.'),
  showCheckRunLinks: Flag(false, 'Link every result to a page that describes how to read it in full.'),
  showGroupNames: Flag(true, 'Show the groups of checks.'),
  showP95: Flag(true, 'Show the 95th percentile.'),
  showP99: Flag(true, 'Show the 99th percentile.'),
  customCSS: Type.Optional(
    Nullable(Type.String({ maxLength: 50_000 }), {
      default: '',
      description: 'A style sheet loaded after the built-in one.',
    }),
  ),
  isPrivate: Flag(false, 'Show the page only to readers with a key. A key is generated when this is set.'),
})
export type DashboardCreateBody = Static<typeof DashboardCreateBodySchema>
export type DashboardChangeBody = Partial<DashboardCreateBody>
export const DashboardChangeBodySchema = Type.Unsafe<DashboardChangeBody>(
  withoutDefaults(Type.Partial(DashboardCreateBodySchema)),
)

/** Words and looks of a dashboard, every one of them set. */
export type DashboardSettings = Required<
  Omit<
    DashboardCreateBody,
    | 'customUrl'
    | 'customDomain'
    | 'isPrivate'
    | 'id'
    | 'dashboardId'
    | 'keys'
    | 'created_at'
    | 'updated_at'
    | 'projectBindings'
  >
>

const DashboardKeySchema = Type.Object({
  id: Uuid(),
  rawKey: Type.String({ description: 'In clear only in the response that created the key, masked afterwards.' }),
  maskedKey: Type.String(),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
})
export type DashboardKeyResource = Static<typeof DashboardKeySchema>

export const DashboardSchema = ResponseSchema(
  Type.Object({
    id: Type.Integer(),
    dashboardId: Type.String(),
    header: Type.String(),
    customUrl: Nullable(Type.String()),
    customDomain: Nullable(Type.String()),
    logo: Nullable(Type.String()),
    favicon: Nullable(Type.String()),
    link: Nullable(Type.String()),
    description: Nullable(Type.String()),
    width: OneOf(dashboardWidths),
    refreshRate: Type.Number(),
    paginate: Type.Boolean(),
    paginationRate: Type.Number(),
    checksPerPage: Nullable(Type.Integer()),
    sortByStatus: Type.Boolean(),
    tags: Type.Array(Type.String()),
    useTagsAndOperator: Nullable(Type.Boolean()),
    hideTags: Type.Boolean(),
    enableIncidents: Type.Boolean(),
    expandChecks: Type.Boolean(),
    showHeader: Type.Boolean(),
    showCheckRunLinks: Type.Boolean(),
    showGroupNames: Type.Boolean(),
    showP95: Type.Boolean(),
    showP99: Type.Boolean(),
    customCSS: Nullable(Type.String()),
    isPrivate: Type.Boolean(),
    keys: Type.Array(DashboardKeySchema),
    created_at: DateTime(),
    updated_at: Nullable(DateTime()),
    projectBindings: ProjectBindingsSchema('dashboard'),
  }),
)
export type DashboardResource = Static<typeof DashboardSchema>

export const DashboardPreviewSchema = Type.Object({
  html: Type.String({ description: 'The page as readers would see it, without a reload.' }),
  checkCount: Type.Integer({ description: 'How many checks the tags select.' }),
  pages: Type.Integer(),
})
export type DashboardPreviewResource = Static<typeof DashboardPreviewSchema>
