/** 'opening': students may now enrol there; 'reminder': that ends in a day, and they have not chosen all they may. */
export type PushKind = 'opening' | 'reminder'
