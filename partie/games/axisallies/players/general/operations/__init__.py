"""Operations: what each power aims at, proposed by rules with conditions and reasons, and decided on by the
general, which plans its turn with and without them. They know the spaces of the world by name, and are for
that board only."""
