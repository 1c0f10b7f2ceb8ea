select posting();
