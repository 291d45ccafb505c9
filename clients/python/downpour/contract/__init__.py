"""The contract of the API, from which `npm run generate` writes these modules."""
