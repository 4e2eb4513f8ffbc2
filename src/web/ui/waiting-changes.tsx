import { texts } from '../strings/index.ts'

/** What a list would change while somebody points at it, until it is clicked. */
export const WaitingChanges = ({ count, onApply }: { readonly count: number; readonly onApply: () => void }) =>
  count > 0 ? (
    <p className="padx">
      <button type="button" className="link" onClick={onApply}>
        {texts.checks.changes(count)}
      </button>
    </p>
  ) : null
