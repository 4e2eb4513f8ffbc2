import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { CalendarDate, Nullable, OneOf, OneOfNumbers, Strict } from '../schema.ts'
import { matching } from '../matching.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { ResponseSchema, withoutDefaults } from './read-only.ts'
import { CursorList } from './cursor-list.ts'
import { Color, pageThemes, themeColorNames } from './status-page.ts'
import { WebUrl } from './web-url.ts'

/** An optional text; empty is the same as none. */
export const OptionalText = (maxLength: number, description?: string) =>
  Type.Optional(
    Nullable(Type.String({ maxLength }), { default: null, ...(description === undefined ? {} : { description }) }),
  )

/** Any colours of a scheme; the page has a default for each of the others. */
const SomeColors = () =>
  Strict(Object.fromEntries(themeColorNames.map((name) => [name, Type.Optional(Color)])) as SomeColorFields)

/** Sound because every name of the list gets the same schema. */
type SomeColorFields = { [K in (typeof themeColorNames)[number]]: ReturnType<typeof Type.Optional<typeof Color>> }

const SomeThemeColorsSchema = Strict({
  light: Type.Optional(SomeColors()),
  dark: Type.Optional(SomeColors()),
})
export type SomeThemeColors = Static<typeof SomeThemeColorsSchema>

const Link = (description: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        maxLength: 255,
        ...matching('^([Hh][Tt][Tt][Pp][Ss]?://[^\\s]+)?$', 'an http or https URL, or empty'),
      }),
      { default: null, description },
    ),
  )

/** A status page that consists of components, as it is written. A field that is left out is reset to its default. */
export const ComponentPageBodySchema = Strict({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  url: Type.String({
    minLength: 1,
    maxLength: 63,
    ...matching('^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$', 'letters, digits and hyphens, for example acme'),
    description: 'Last part of the URL of the page, stored in lowercase. Unique over all pages of all accounts.',
  }),
  customDomain: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 254,
        ...matching(
          '^([\\p{L}\\p{M}\\p{N}-]+([.][\\p{L}\\p{M}\\p{N}-]+)+[.]?)?$',
          'a host name, for example status.example.com',
        ),
      }),
      { default: null, description: 'A domain under which the page is served too. Unique over all accounts.' },
    ),
  ),
  description: OptionalText(500),
  logo: WebUrl('URL of an image.'),
  logoDark: WebUrl('URL of an image for the dark theme.'),
  favicon: WebUrl('URL of an image.'),
  redirectTo: WebUrl('Where the logo leads.'),
  defaultTheme: Type.Optional(Nullable(OneOf(pageThemes), { default: 'AUTO' })),
  themeColors: Type.Optional(
    Nullable(SomeThemeColorsSchema, { default: null, description: 'Colours that are left out keep their defaults.' }),
  ),
  privacyPolicyLink: Link('Shown in the footer.'),
  termsOfServiceLink: Link('Shown in the footer.'),
  supportLink: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 255,
        ...matching(
          '^(([Hh][Tt][Tt][Pp][Ss]?://|[Mm][Aa][Ii][Ll][Tt][Oo]:)[^\\s]+)?$',
          'an http, https or mailto URL, or empty',
        ),
      }),
      { default: null, description: 'Shown in the footer.' },
    ),
  ),
  footerText: OptionalText(1000),
  googleAnalyticsTag: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 255,
        ...matching('^[A-Za-z0-9-]*$', 'letters, digits and hyphens, for example G-XXXXXXXXXX'),
      }),
      { default: null, description: 'Stored for clients that send it. Pages run no scripts, so it has no effect.' },
    ),
  ),
  allowIndexing: Type.Optional(
    Nullable(Type.Boolean(), { default: true, description: 'Whether search engines may list the page.' }),
  ),
  version: Type.Optional(Nullable(OneOfNumbers([3]), { default: 3 })),
})
export type ComponentPageBody = Static<typeof ComponentPageBodySchema>
export const ComponentPageUpdateBodySchema = unchecked<ComponentPageBody>(ComponentPageBodySchema)

/** The same body for an update, whose defaults the verb fills in. */
export function unchecked<Body>(schema: TSchema) {
  return Type.Unsafe<Body>(withoutDefaults(schema))
}

const Text = () => Nullable(Type.String())

export const ComponentPageSchema = ResponseSchema(
  Type.Object({
    id: Type.String(),
    accountId: Type.String(),
    version: OneOfNumbers([3]),
    name: Type.String(),
    url: Type.String(),
    customDomain: Text(),
    description: Text(),
    logo: Text(),
    logoDark: Text(),
    favicon: Text(),
    redirectTo: Text(),
    defaultTheme: OneOf(pageThemes),
    themeColors: Nullable(SomeThemeColorsSchema),
    privacyPolicyLink: Text(),
    termsOfServiceLink: Text(),
    supportLink: Text(),
    footerText: Text(),
    googleAnalyticsTag: Text(),
    allowIndexing: Type.Boolean(),
    created_at: CalendarDate(),
    updated_at: Nullable(CalendarDate()),
    projectBindings: Type.Optional(ProjectBindingsSchema('status-page')),
  }),
)
export type ComponentPageResource = Static<typeof ComponentPageSchema>
export const ComponentPageListSchema = CursorList(ComponentPageSchema)
