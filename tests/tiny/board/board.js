export const title = "Cups";
