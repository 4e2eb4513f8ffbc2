import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { CalendarDate, Nullable, OneOf, Strict } from '../schema.ts'
import { ResponseSchema, readOnly, withoutDefaults } from './read-only.ts'
import { CursorList } from './cursor-list.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { IncidentSchema } from './status-page-incident.ts'
import { StatusPageServiceSchema } from './status-page-service.ts'
import { matching } from '../matching.ts'
import { PageKeysSchema } from './page-access.ts'
import { WebUrl } from './web-url.ts'

export const pageThemes = ['LIGHT', 'DARK', 'AUTO'] as const
export type PageTheme = (typeof pageThemes)[number]

/** The parts of a page with their own colour. */
export const themeColorNames = [
  'bodyBackgroundColor',
  'headerBackgroundColor',
  'headerFontColor',
  'titleFontColor',
  'bodyFontColor',
  'bodyFontColorMuted',
  'navigationFontColor',
  'linkFontColor',
  'cardBackgroundColor',
  'borderColor',
  'primaryButtonBackgroundColor',
  'primaryButtonFontColor',
] as const

export const Color = Type.String({ ...matching('^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$', 'a colour, for example #1257c2') })
const Colors = () => Strict(colorsOf(themeColorNames, Color))

/** Sound because every name of the list gets the same schema. */
function colorsOf<const N extends readonly string[], S extends TSchema>(names: N, schema: S) {
  return Object.fromEntries(names.map((name) => [name, schema])) as { [K in N[number]]: S }
}

export const ThemeColorsSchema = Strict({ light: Colors(), dark: Colors() })
export type ThemeColors = Static<typeof ThemeColorsSchema>

const CardInput = Strict({
  ...readOnly(['statusPageId', 'created_at', 'updated_at']),
  id: Type.Optional(Type.String({ maxLength: 100, description: 'The id of an existing card to keep.' })),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  services: Type.Optional(
    Type.Array(
      Strict({
        ...readOnly(['name', 'accountId', 'created_at', 'updated_at']),
        id: Type.String({ minLength: 1, maxLength: 100 }),
      }),
      { maxItems: 500 },
    ),
  ),
})

/** The order of cards and of their services is the order of display. */
export const StatusPageCreateBodySchema = Strict({
  ...readOnly(['id', 'accountId', 'created_at', 'updated_at', 'incidents', 'whiteLabel', 'keys']),
  ...readOnly(['projectBindings']),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  url: Type.String({
    minLength: 1,
    maxLength: 63,
    ...matching('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$', 'lowercase letters, digits and hyphens, for example acme'),
    description: 'Last part of the URL of the page: lowercase letters, digits and hyphens. Unique over all accounts.',
  }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }), { default: null })),
  customDomain: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 254,
        ...matching(
          '^[\\p{L}\\p{M}\\p{N}-]+([.][\\p{L}\\p{M}\\p{N}-]+)+[.]?$',
          'a host name, for example status.example.com',
        ),
      }),
      { default: null, description: 'A domain under which the page is served too. Unique over all accounts.' },
    ),
  ),
  themeColors: Type.Optional(Nullable(ThemeColorsSchema, { default: null })),
  logo: WebUrl('Address of a picture.'),
  logoDark: WebUrl('URL of an image for the dark theme.'),
  favicon: WebUrl('Address of a picture.'),
  redirectTo: WebUrl('Where the logo leads.'),
  defaultTheme: Type.Optional(OneOf(pageThemes, { default: 'AUTO' })),
  version: Type.Optional(Nullable(Type.Number(), { default: null })),
  isPrivate: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Only people with the password can read the page. The password is generated when this is turned on, and shown once.',
    }),
  ),
  cards: Type.Array(CardInput, { maxItems: 100 }),
})
export type StatusPageCreateBody = Static<typeof StatusPageCreateBodySchema>
export type StatusPageCardBody = Static<typeof CardInput>
const ChangeOnly = Type.Object({
  rotateKey: Type.Optional(
    Type.Boolean({ description: 'Generates a new password for a private page; every reader has to enter it.' }),
  ),
})
export type StatusPageChangeBody = Partial<StatusPageCreateBody> & Static<typeof ChangeOnly>
export const StatusPageChangeBodySchema = Type.Unsafe<StatusPageChangeBody>(
  withoutDefaults(Strict({ ...Type.Partial(StatusPageCreateBodySchema).properties, ...ChangeOnly.properties })),
)

export const StatusPageSchema = ResponseSchema(
  Type.Object({
    id: Type.String(),
    accountId: Type.String(),
    name: Type.String(),
    url: Type.String(),
    description: Nullable(Type.String()),
    customDomain: Nullable(Type.String()),
    themeColors: Nullable(ThemeColorsSchema),
    logo: Nullable(Type.String()),
    logoDark: Nullable(Type.String()),
    favicon: Nullable(Type.String()),
    redirectTo: Nullable(Type.String()),
    defaultTheme: OneOf(pageThemes),
    version: Nullable(Type.Number()),
    cards: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        services: Type.Array(StatusPageServiceSchema),
        created_at: CalendarDate(),
        updated_at: Nullable(CalendarDate()),
      }),
    ),
    incidents: Type.Array(IncidentSchema, { description: 'Not resolved yet, newest first.' }),
    isPrivate: Type.Boolean(),
    whiteLabel: Type.Boolean(),
    keys: PageKeysSchema,
    created_at: CalendarDate(),
    updated_at: Nullable(CalendarDate()),
    projectBindings: Type.Optional(ProjectBindingsSchema('status-page')),
  }),
)
export type StatusPageResource = Static<typeof StatusPageSchema>
export const StatusPageListSchema = CursorList(StatusPageSchema)
