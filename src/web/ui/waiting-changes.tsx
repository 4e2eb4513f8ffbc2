import { texts } from '../strings/index.ts'

/** The pending changes of a list in use, applied by a click. */
export const WaitingChanges = ({ count, onApply }: { readonly count: number; readonly onApply: () => void }) =>
  count > 0 ? (
    <p className="padx">
      <button type="button" className="link" onClick={onApply}>
        {texts.checks.changes(count)}
      </button>
    </p>
  ) : null
