import { expect, it } from 'vitest'
import { grpcStatusNames } from '#contract'
import { grpcCodes } from './grpc-codes.ts'

it('status codes of gRPC have the names that the rest of the product gives them', () => {
  expect(grpcCodes).toEqual(grpcStatusNames)
})
