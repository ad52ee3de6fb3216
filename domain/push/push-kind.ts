/** 'opening': students may now enroll there; 'reminder': that ends in a day, and they have not chosen all they may. */
export type PushKind = 'opening' | 'reminder'
