import type { DefinedDisplayResource } from '#contract'
import type { PageDisplayView } from '#publishing'

export const presentPageDisplay = ({ embedOrigins, languages, charts }: PageDisplayView): DefinedDisplayResource => ({
  embedOrigins: [...embedOrigins],
  languages: [...languages],
  charts: charts.map(({ componentId, checkId }) => ({ componentId, checkId })),
})
