// What the bind layer does when the module is loaded: its types first, then the callables over them.
#include "tt/core/bind/errors.h"
#include "tt/core/bind/objects.h"
#include "tt/core/dispatch/alias.h"

namespace tt {

void init_bind(PyObject* module) {
  init_errors(module);
  init_dtypes(module);
  init_memory_formats(module);
  init_generators(module);
  init_size(module);
  init_tensor(module);
  init_ops(module);
  register_alias_step();
}

}  // namespace tt
