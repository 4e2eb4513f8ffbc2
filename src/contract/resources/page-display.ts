import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { matching } from '../matching.ts'
import { componentsMax } from './page-component.ts'

/** A language of public pages, by BCP 47: of the product, or one of which the operator has put a file into place. */
const PageLanguage = Type.String({
  ...matching(
    '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$',
    'the code of a language, for example en or pt-BR',
  ),
})

const originRule = 'an origin, for example https://www.acme.example or https://*.acme.example'

const settingsOf = (componentId: Type.TString) => ({
  embedOrigins: Type.Optional(
    Nullable(
      Type.Array(
        Type.String({
          maxLength: 255,
          ...matching(
            '^[Hh][Tt][Tt][Pp][Ss]?://([*][.])?[\\p{L}\\p{M}\\p{N}-]+([.][\\p{L}\\p{M}\\p{N}-]+)*(:[0-9]{1,5})?/?$',
            originRule,
          ),
        }),
        { maxItems: 20 },
      ),
      { description: 'The sites that may show the page in a frame. Default: none.' },
    ),
  ),
  languages: Type.Optional(
    Nullable(Type.Array(PageLanguage, { maxItems: 50 }), {
      description: 'The languages among which readers get theirs; with one, the page is in no other. Default: all.',
    }),
  ),
  charts: Type.Optional(
    Nullable(
      Type.Array(
        Strict({
          componentId,
          checkId: Uuid({ description: 'The check whose response times are shown.' }),
        }),
        { maxItems: componentsMax },
      ),
      { description: 'Components with a chart of response times. Default: none.' },
    ),
  ),
})

/** How a page is displayed: absent fields are unchanged, null resets one. */
export const PageDisplayBodySchema = Strict(
  settingsOf(Uuid({ description: 'A component of the page, or a service on a card of the older version.' })),
)
/** The same together with the components of the page. */
export const DefinedDisplayBodySchema = Strict(
  settingsOf(
    Type.String({ minLength: 1, maxLength: 100, description: 'The `id` of a component in the list of this body.' }),
  ),
)
export type PageDisplayBody = Static<typeof PageDisplayBodySchema>

const displayFields = {
  embedOrigins: Type.Array(Type.String()),
  languages: Type.Array(Type.String()),
  offeredLanguages: Type.Array(Type.Object({ language: Type.String(), name: Type.String() }), {
    description: 'Those of the installation, by their codes, with their names in themselves.',
  }),
  charts: Type.Array(Type.Object({ componentId: Type.String(), checkId: Type.String() })),
}
export const DefinedDisplaySchema = Type.Object(displayFields, {
  description: 'The sites that may embed the page, its languages and its charts.',
})
export type DefinedDisplayResource = Static<typeof DefinedDisplaySchema>

export const PageDisplaySchema = Type.Object({
  statusPageId: Type.String(),
  ...displayFields,
  updated_at: Nullable(CalendarDate()),
})
export type PageDisplayResource = Static<typeof PageDisplaySchema>

/** The types of pictures that pages take, and how their addresses end. */
export const pictureTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/x-icon': 'ico',
  'image/svg+xml': 'svg',
} as const
export type PictureType = keyof typeof pictureTypes

export const maxPictureBytes = 256 * 1024

export const PagePictureSchema = Type.Object({
  address: Type.String({ description: 'For `logo`, `logoDark` or `favicon` of the page.' }),
  contentType: OneOf(Object.keys(pictureTypes) as PictureType[], { description: 'As the bytes say.' }),
  sizeBytes: Type.Integer(),
})
