throw new Error('nobody caught this')
