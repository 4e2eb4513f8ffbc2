import type { Detail } from '../read-detail.ts'
import { foundView } from './found-views.ts'

/** The answer of a run, as its kind is best read. */
export function Found({ detail }: { readonly detail: Detail }) {
  const view = foundView(detail)
  return view && <view.View detail={detail} />
}
