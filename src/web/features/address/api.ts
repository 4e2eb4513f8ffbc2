import { useChange } from '../../api/use-operation.ts'

export const useConfirmAddress = () => useChange('confirmEmailAddress')
