import { AlertLog } from '../alerts/alert-log.tsx'

/** Who was notified of this check, and why others were not. */
export const AlertsTab = ({ checkId }: { readonly checkId: string }) => <AlertLog checkId={checkId} />
