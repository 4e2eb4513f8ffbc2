import type { Detail } from '../read-detail.ts'
import { detailsView } from './details-views.ts'

/** The answer of a run, as its kind is best read. */
export function ResultDetails({ detail }: { readonly detail: Detail }) {
  const view = detailsView(detail)
  return view && <view.View detail={detail} />
}
