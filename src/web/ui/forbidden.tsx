import { texts } from '../strings/index.ts'
import { Page } from './page.tsx'
import { Empty } from './states.tsx'

/** A screen that the role of the person does not allow, and whom to ask. */
export const Forbidden = ({ title }: { readonly title: string }) => (
  <Page title={title}>
    <Empty title={texts.common.forbiddenTitle}>{texts.common.forbidden}</Empty>
  </Page>
)
