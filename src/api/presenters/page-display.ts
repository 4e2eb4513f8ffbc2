import type { DefinedDisplayResource } from '#contract'
import type { PageDisplayView } from '#publishing'
import type { RequestContext } from '../request-context.ts'

type Installation = Pick<RequestContext, 'pageLanguages'>

/** The languages of status pages in the installation, by their codes. */
export const offeredBy = ({ pageLanguages }: Installation): string[] => pageLanguages.map(({ language }) => language)

export const presentPageDisplay = (
  { embedOrigins, languages, charts }: PageDisplayView,
  { pageLanguages }: Installation,
): DefinedDisplayResource => ({
  embedOrigins: [...embedOrigins],
  languages: [...languages],
  offeredLanguages: pageLanguages.map(({ language, languageName: name }) => ({ language, name })),
  charts: charts.map(({ componentId, checkId }) => ({ componentId, checkId })),
})
