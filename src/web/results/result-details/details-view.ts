import type { ReactNode } from 'react'
import type { Detail } from '../read-detail.ts'

/** How a kind of answer is shown. It is known by its shape, so that a new check type with the same shape needs nothing. */
export interface DetailsView {
  readonly fits: (detail: Detail) => boolean
  /** The fields of the detail that it shows. */
  readonly fields: readonly string[]
  readonly View: (props: { readonly detail: Detail }) => ReactNode
}
